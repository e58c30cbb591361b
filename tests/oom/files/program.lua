local t = {}
for i = 1, 5 do t[i] = i * i end
print("t", #t)
return t
