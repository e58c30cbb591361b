const up = await tools.text.upper({ text: "abc" })
let why = ""
try { await tools.gone.act({}) } catch (e) { why = e.message }
return [up.trim(), why.split(":")[0]]
