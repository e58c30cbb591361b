--- add-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a + b end) end end
--- add-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a + b end) end end
--- add-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a + b end) end end
--- add-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a + b end) end end
--- add-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a + b end) try(function() return b + a end) end end
--- add-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a + 3 end) try(function() return 3 + a end) try(function() return a + 2.5 end) try(function() return -1 + a end) end
--- sub-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a - b end) end end
--- sub-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a - b end) end end
--- sub-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a - b end) end end
--- sub-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a - b end) end end
--- sub-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a - b end) try(function() return b - a end) end end
--- sub-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a - 3 end) try(function() return 3 - a end) try(function() return a - 2.5 end) try(function() return -1 - a end) end
--- mul-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a * b end) end end
--- mul-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a * b end) end end
--- mul-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a * b end) end end
--- mul-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a * b end) end end
--- mul-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a * b end) try(function() return b * a end) end end
--- mul-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a * 3 end) try(function() return 3 * a end) try(function() return a * 2.5 end) try(function() return -1 * a end) end
--- div-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a / b end) end end
--- div-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a / b end) end end
--- div-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a / b end) end end
--- div-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a / b end) end end
--- div-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a / b end) try(function() return b / a end) end end
--- div-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a / 3 end) try(function() return 3 / a end) try(function() return a / 2.5 end) try(function() return -1 / a end) end
--- idiv-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a // b end) end end
--- idiv-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a // b end) end end
--- idiv-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a // b end) end end
--- idiv-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a // b end) end end
--- idiv-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a // b end) try(function() return b // a end) end end
--- idiv-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a // 3 end) try(function() return 3 // a end) try(function() return a // 2.5 end) try(function() return -1 // a end) end
--- mod-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a % b end) end end
--- mod-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a % b end) end end
--- mod-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a % b end) end end
--- mod-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a % b end) end end
--- mod-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a % b end) try(function() return b % a end) end end
--- mod-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a % 3 end) try(function() return 3 % a end) try(function() return a % 2.5 end) try(function() return -1 % a end) end
--- pow-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a ^ b end) end end
--- pow-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a ^ b end) end end
--- pow-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a ^ b end) end end
--- pow-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a ^ b end) end end
--- pow-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a ^ b end) try(function() return b ^ a end) end end
--- pow-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a ^ 3 end) try(function() return 3 ^ a end) try(function() return a ^ 2.5 end) try(function() return -1 ^ a end) end
--- band-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a & b end) end end
--- band-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a & b end) end end
--- band-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a & b end) end end
--- band-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a & b end) end end
--- band-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a & b end) try(function() return b & a end) end end
--- band-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a & 3 end) try(function() return 3 & a end) try(function() return a & 2.5 end) try(function() return -1 & a end) end
--- bor-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a | b end) end end
--- bor-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a | b end) end end
--- bor-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a | b end) end end
--- bor-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a | b end) end end
--- bor-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a | b end) try(function() return b | a end) end end
--- bor-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a | 3 end) try(function() return 3 | a end) try(function() return a | 2.5 end) try(function() return -1 | a end) end
--- bxor-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a ~ b end) end end
--- bxor-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a ~ b end) end end
--- bxor-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a ~ b end) end end
--- bxor-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a ~ b end) end end
--- bxor-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a ~ b end) try(function() return b ~ a end) end end
--- bxor-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a ~ 3 end) try(function() return 3 ~ a end) try(function() return a ~ 2.5 end) try(function() return -1 ~ a end) end
--- shl-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a << b end) end end
--- shl-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a << b end) end end
--- shl-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a << b end) end end
--- shl-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a << b end) end end
--- shl-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a << b end) try(function() return b << a end) end end
--- shl-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a << 3 end) try(function() return 3 << a end) try(function() return a << 2.5 end) try(function() return -1 << a end) end
--- shr-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a >> b end) end end
--- shr-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a >> b end) end end
--- shr-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a >> b end) end end
--- shr-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a >> b end) end end
--- shr-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a >> b end) try(function() return b >> a end) end end
--- shr-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a >> 3 end) try(function() return 3 >> a end) try(function() return a >> 2.5 end) try(function() return -1 >> a end) end
--- concat-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a .. b end) end end
--- concat-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a .. b end) end end
--- concat-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a .. b end) end end
--- concat-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a .. b end) end end
--- concat-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a .. b end) try(function() return b .. a end) end end
--- concat-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a .. 3 end) try(function() return 3 .. a end) try(function() return a .. 2.5 end) try(function() return -1 .. a end) end
--- eq-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a == b end) end end
--- eq-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a == b end) end end
--- eq-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a == b end) end end
--- eq-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a == b end) end end
--- eq-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a == b end) try(function() return b == a end) end end
--- eq-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a == 3 end) try(function() return 3 == a end) try(function() return a == 2.5 end) try(function() return -1 == a end) end
--- ne-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a ~= b end) end end
--- ne-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a ~= b end) end end
--- ne-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a ~= b end) end end
--- ne-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a ~= b end) end end
--- ne-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a ~= b end) try(function() return b ~= a end) end end
--- ne-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a ~= 3 end) try(function() return 3 ~= a end) try(function() return a ~= 2.5 end) try(function() return -1 ~= a end) end
--- lt-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a < b end) end end
--- lt-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a < b end) end end
--- lt-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a < b end) end end
--- lt-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a < b end) end end
--- lt-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a < b end) try(function() return b < a end) end end
--- lt-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a < 3 end) try(function() return 3 < a end) try(function() return a < 2.5 end) try(function() return -1 < a end) end
--- le-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a <= b end) end end
--- le-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a <= b end) end end
--- le-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a <= b end) end end
--- le-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a <= b end) end end
--- le-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a <= b end) try(function() return b <= a end) end end
--- le-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a <= 3 end) try(function() return 3 <= a end) try(function() return a <= 2.5 end) try(function() return -1 <= a end) end
--- gt-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a > b end) end end
--- gt-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a > b end) end end
--- gt-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a > b end) end end
--- gt-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a > b end) end end
--- gt-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a > b end) try(function() return b > a end) end end
--- gt-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a > 3 end) try(function() return 3 > a end) try(function() return a > 2.5 end) try(function() return -1 > a end) end
--- ge-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return a >= b end) end end
--- ge-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return a >= b end) end end
--- ge-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a >= b end) end end
--- ge-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return a >= b end) end end
--- ge-mixed
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return a >= b end) try(function() return b >= a end) end end
--- ge-constant
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, 0.5, -1, 3 }) do try(function() return a >= 3 end) try(function() return 3 >= a end) try(function() return a >= 2.5 end) try(function() return -1 >= a end) end
--- neg-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return -a end) end
--- neg-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return -a end) end
--- neg-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return -a end) end
--- neg-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return -a end) end
--- bnot-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return ~a end) end
--- bnot-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return ~a end) end
--- bnot-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return ~a end) end
--- bnot-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return ~a end) end
--- not-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return not a end) end
--- not-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return not a end) end
--- not-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return not a end) end
--- not-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return not a end) end
--- len-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return #a end) end
--- len-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return #a end) end
--- len-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return #a end) end
--- len-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return #a end) end
--- floor-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.floor(a) end) end
--- floor-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.floor(a) end) end
--- floor-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.floor(a) end) end
--- floor-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.floor(a) end) end
--- ceil-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.ceil(a) end) end
--- ceil-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.ceil(a) end) end
--- ceil-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.ceil(a) end) end
--- ceil-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.ceil(a) end) end
--- abs-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.abs(a) end) end
--- abs-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.abs(a) end) end
--- abs-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.abs(a) end) end
--- abs-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.abs(a) end) end
--- tointeger-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.tointeger(a) end) end
--- tointeger-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.tointeger(a) end) end
--- tointeger-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.tointeger(a) end) end
--- tointeger-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.tointeger(a) end) end
--- type-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.type(a) end) end
--- type-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.type(a) end) end
--- type-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.type(a) end) end
--- type-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.type(a) end) end
--- tostring-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return tostring(a) end) end
--- tostring-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return tostring(a) end) end
--- tostring-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return tostring(a) end) end
--- tostring-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return tostring(a) end) end
--- tonumber-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return tonumber(a) end) end
--- tonumber-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return tonumber(a) end) end
--- tonumber-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return tonumber(a) end) end
--- tonumber-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return tonumber(a) end) end
--- sqrt-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.sqrt(a) end) end
--- sqrt-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.sqrt(a) end) end
--- sqrt-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.sqrt(a) end) end
--- sqrt-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.sqrt(a) end) end
--- type-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return type(a) end) end
--- type-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return type(a) end) end
--- type-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return type(a) end) end
--- type-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return type(a) end) end
--- max2-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.max(a, b) end) end end
--- max2-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.max(a, b) end) end end
--- max2-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.max(a, b) end) end end
--- min2-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.min(a, b) end) end end
--- min2-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.min(a, b) end) end end
--- min2-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.min(a, b) end) end end
--- fmod2-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.fmod(a, b) end) end end
--- fmod2-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.fmod(a, b) end) end end
--- fmod2-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.fmod(a, b) end) end end
--- fmod2-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.fmod(a, b) end) end end
--- ult2-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.ult(a, b) end) end end
--- ult2-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.ult(a, b) end) end end
--- ult2-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.ult(a, b) end) end end
--- ult2-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.ult(a, b) end) end end
--- fmod2-small
for _, a in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do for _, b in ipairs({ 0, 1, -1, 2, -2, 3, 7, -7, 10, 100 }) do try(function() return math.fmod(a, b) end) end end
--- fmod2-large
for _, a in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do for _, b in ipairs({ math.maxinteger, math.mininteger, 1 << 31, -(1 << 31), (1 << 31) - 1, 1 << 32, 1 << 53, (1 << 53) + 1, 0, -1, 3 }) do try(function() return math.fmod(a, b) end) end end
--- fmod2-float
for _, a in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do for _, b in ipairs({ 0.0, -0.0, 0.5, -0.5, 1.0, 2.5, -2.5, 1e15, 1e300, -1e300, 1/0, -1/0, 2^53, 2^63, 0.1 }) do try(function() return math.fmod(a, b) end) end end
--- fmod2-text
for _, a in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do for _, b in ipairs({ '1', '2.5', ' 10 ', '0x1F', 'x', '', '-7', '1e1', 5, 2.0 }) do try(function() return math.fmod(a, b) end) end end
