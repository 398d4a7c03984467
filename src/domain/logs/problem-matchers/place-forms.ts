import { column, inOneLine, line, path } from './lines';
import type { Matcher } from './shapes';

/** A way to write a place and its message in one line. */
interface PlaceForm {
  readonly form: string;
  readonly needs: RegExp;
  /** Named groups as in the tables of tools. */
  readonly expression: RegExp;
}

const SEVERITY = String.raw`(?<severity>fatal error|critical warning|internal error|error|warning|note|info|remark|fatal)`;
/** The severity may be followed by a code: `error #20: …`, `Error[Pe020]: …`. */
const stated = String.raw`${SEVERITY}(?=\b|\[)[ :]*(?<message>\S.*)`;
const file = String.raw`(?<path>[^"|\t]{1,300}\.\w{1,10})`;
const lineAndColumn = String.raw`line ${line}(?:(?:, ?|:| )(?:col(?:umn)?|char(?:acter)?)\.? ?${column})?`;
const form = (name: string, needs: RegExp, ...parts: readonly string[]): PlaceForm => ({
  form: name,
  needs,
  expression: new RegExp(parts.join(''), 'i'),
});

const FORMS: readonly PlaceForm[] = [
  // Keil, TI, IAR, VCS: `"cart.c", line 12: Error:  #20: …`, `"cart.c",12  Error[Pe020]: …`, `"cart.sv", 12: token is …`
  form(
    '"path", line N',
    /^\s*"[^"]+", ?(?:line )?\d/i,
    String.raw`^\s*(?<place>"${file}", ?(?:line )?${line}(?:[.,] ?${column})?)(?:: ?|\s+)(?:${SEVERITY}(?=\b|\[)[ :]*)?(?<message>\S.*)$`,
  ),
  // Maven, and others: `path:[12,5] …`
  form(
    'path:[l,c]',
    /:\[\d/,
    String.raw`^\s*(?:\[(?<severity>error|warning)\]\s+)?(?<place>${path}:\[${line}(?:[,:] ?${column})?\]):? (?<message>\S.*)$`,
  ),
  // `cart.c line 12: error: …`, `cart.c (line 12): warning …`
  form(
    'path line N, with a severity',
    /\bline \d/i,
    String.raw`^\s*(?<place>${path},? (?:at |on |in )?\(?${lineAndColumn}\)?)(?::| -)? ?${stated}$`,
  ),
  // perlcritic, puppet-lint: `lib/Cart.pm: Code before … at line 12, column 5.`, `init.pp - ERROR: tab found on line 12`
  form(
    'path: … at line N',
    /\b(?:at|on) line \d/i,
    String.raw`^(?<place>${path})(?::| -) (?:${SEVERITY}: )?(?<message>\S.*? (?:at|on) ${lineAndColumn}\b.*)$`,
  ),
  // Keil C51: `*** ERROR C202 IN LINE 12 OF cart.c: …`
  form(
    'line N of path',
    /\bline \d{1,7} of /i,
    String.raw`^\W*${SEVERITY}\b[\w ]{0,20} (?:in|at|on) (?<place>line ${line} of ${path}): (?<message>\S.*)$`,
  ),
  // protolint: `[cart.proto:12:3] …`; gosec: `[/builds/main.go:12] - G204 (CWE-78): …`
  form(
    '[path:l:c]',
    /^\s*\[[^\]]+:\d+(?::\d+\] |\] - )/,
    String.raw`^\s*\[(?<place>${path}:${line}(?::${column})?)\](?: -)? (?:${SEVERITY}: )?(?<message>\S.*)$`,
  ),
  // Vivado: `ERROR: [VRFC 10-91] total is not declared [/builds/cart.sv:12]`
  form(
    '… [path:l]',
    /^(?:critical )?(?:error|warning): .*:\d+\]$/i,
    String.raw`^${SEVERITY}: (?<message>\S.*) \[(?<place>(?<path>[^\][\s]{1,300}\.\w{1,10}):${line})\]$`,
  ),
  // Quartus: `Error (10161): Verilog HDL error at cart.sv(12): …`
  form(
    '… at path(l):',
    /^(?:error|warning)\b.* at \S+\(\d+\): /i,
    String.raw`^${SEVERITY}\b[^:]{0,40}: [^:]{0,80} at (?<place>(?<path>[^\s:()]{1,300}\.\w{1,10})\(${line}\)): (?<message>\S.*)$`,
  ),
  // testthat, Clojure: `── Failure (test-cart.R:12:3): adds ──`, `Syntax error compiling at (src/core.clj:12:5).`
  form(
    '… (path:l:c)',
    /\(['"]?[^\s()]+\.\w+:\d+(?::\d+)?['"]?\)/,
    String.raw`^\W{0,6}(?!.* at \S+ \()(?:\d+\. )?(?<message>(?:[\w-]+ ){0,4}(?<severity>error|fail(?:ed|ure)?|warning)\b[^()]{0,60}(?:\([^()]{1,60}\) )?\(['"]?(?<place>(?<path>[^\s()'":]{1,300}\.\w{1,10}):${line}(?::${column})?)['"]?\).*?)[\s─.]*$`,
  ),
  // GHDL: `tb.vhd:12:5:@50ns:(assertion failure): …`
  form(
    'path:l:c:@time:(severity):',
    /:@\S+:\(/,
    String.raw`^(?<place>${path}:${line}:${column}):@\S{1,40}:\((?:report |assertion )?(?<severity>note|warning|error|failure)\): (?<message>\S.*)$`,
  ),
  // D: `core.exception.AssertError@source/price.d(12): …`
  form(
    'Error@path(l):',
    /Error@/,
    String.raw`^[\w.]{1,80}Error@(?<place>(?<path>[^\s()@]{1,300}\.\w{1,10})\(${line}\)): (?<message>\S.*)$`,
  ),
  // Xcelium: `xmvlog: *E,EXPSMC (cart.sv,12|5): …`
  form(
    '(path,l|c)',
    /\([^()]+,\d+\|\d+\): /,
    String.raw`^\w+: \*(?<severity>[EFW]),\w+ \((?<place>${file},${line}\|${column})\): (?<message>\S.*)$`,
  ),
  // `dart analyze --format=machine`: `ERROR|TYPE|CODE|path|12|5|5|…`
  form(
    'SEVERITY|…|path|l|c|',
    /^(?:error|warning|info)\|.*\|\d+\|/i,
    String.raw`^(?<severity>error|warning|info)\|(?:[^|]{0,80}\|){0,3}?(?<place>${file}\|${line}(?:\|${column})?)\|(?:\d+\|)?(?<message>\S.*)$`,
  ),
  // `path|12 col 5| …`
  form(
    'path|l|',
    /^[^|\s]+\|\d+(?: col \d+)?\| ?\S/,
    String.raw`^(?<place>${file}\|${line}(?: col ${column})?\|) ?(?:${SEVERITY}\b[ :]*)?(?<message>\S.*)$`,
  ),
  // brakeman: `path⇥12⇥…`
  form(
    'path, tab, l',
    /^[^\t]+\t\d+\t/,
    String.raw`^(?<place>${file}\t${line}(?:\t${column})?)\t(?<message>\S.*)$`,
  ),
];

/** Tools of any kind that write a place like this. */
export const PLACE_FORMS: readonly Matcher[] = FORMS.map(({ form: name, needs, expression }) => ({
  tool: name,
  needs,
  match: (text) => inOneLine(expression, text),
}));
