const pets: string[] = ["Rex", "Tom"]
console.log("pets", pets)
return { n: pets.length, found: search({ query: "order" }).items.length > 0 }
