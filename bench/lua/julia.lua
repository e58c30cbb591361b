-- Floating point on local variables: a Julia set on a square of N points.
-- N: 680, small: 40
-- small gives: 251 42791
local function main(N)
  local inside, work = 0, 0
  for row = 0, N - 1 do
    for column = 0, N - 1 do
      local re, im, n = column * 3.2 / N - 1.6, row * 2.4 / N - 1.2, 0
      while n < 120 do
        local re2, im2 = re * re, im * im
        if re2 + im2 > 4 then break end
        im = 2 * re * im + 0.1889
        re = re2 - im2 - 0.7269
        n = n + 1
      end
      if n == 120 then inside = inside + 1 end
      work = work + n
    end
  end
  return inside .. " " .. work
end
