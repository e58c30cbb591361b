-- Floating point in arrays: products of square matrices of N rows.
-- N: 210, small: 24
-- small gives: 2.590962647
local function main(N)
  local function make(k)
    local rows = {}
    for i = 0, N - 1 do
      local row = {}
      for j = 0, N - 1 do row[#row + 1] = 1 / (i + j * k + 1.5) end
      rows[#rows + 1] = row
    end
    return rows
  end
  local function product(a, b)
    local rows = {}
    for i = 1, N do
      local row, from = {}, a[i]
      for j = 1, N do
        local sum = 0.0
        for k = 1, N do sum = sum + from[k] * b[k][j] end
        row[j] = sum
      end
      rows[i] = row
    end
    return rows
  end
  local p = product(product(make(1), make(2)), make(3))
  local trace = 0.0
  for i = 1, N do trace = trace + p[i][i] end
  return string.format("%.9f", trace)
end
