import { above, expressionOf, inOneLine, line, oneLine, onlyPlace, path, withMessage } from './lines';
import { foundAt } from './locations';
import type { LineFinding, LineReader, Matcher } from './shapes';

const TERRAFORM = expressionOf(
  String.raw`^(?:│ {3}| {2})on (?<place>(?<path>[^"]+\.(?:tf|tfvars|tofu|hcl|json)) line ${line})(?:, in .*)?:?$`,
);
const TERRAFORM_HEAD = /^(?:│ )?(Error|Warning): (.*)$/;
/** The resource is named between the message and the location. */
const MAX_TO_HEAD = 12;

function terraform(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(TERRAFORM, text);
  if (found === undefined) return undefined;
  const [, severity, message = ''] = above(at, MAX_TO_HEAD, read, TERRAFORM_HEAD)?.match ?? [];
  if (severity === undefined) return { ...found, problem: undefined };
  return { ...found, problem: { severity: severity === 'Error' ? 'error' : 'warning', message } };
}

const DOCKERFILE = expressionOf(
  String.raw`^(?<place>(?<path>(?:[^\s:]*[\\/])?(?:Docker|Container)file(?:\.[\w.-]+)?|dockerfile|[^\s:]+\.[Dd]ockerfile):${line})$`,
);
const SOLVE = /^(?:ERROR: )?((?:failed to build: )?failed to solve: (\S.*))$/;
const SHOWN_FILE = /^([^\s:]+):(\d{1,7})$/;
const SHOWN_EDGE = /^-{10,}$/;
/** Maximum number of code lines, and of their borders. */
const MAX_SHOWN = 60;

/** The message is below the code lines, and the file name is above them. */
function docker(text: string, at: number, read: LineReader): LineFinding | undefined {
  const [, linkText = '', message = ''] = SOLVE.exec(text) ?? [];
  if (message === '' || !SHOWN_EDGE.test(read(at - 1))) return undefined;
  const edge = above(at - 1, MAX_SHOWN, read, SHOWN_EDGE);
  const [, file, lineOf] = SHOWN_FILE.exec(read((edge?.line ?? 0) - 1)) ?? [];
  if (edge === undefined || file === undefined) return undefined;
  const link = { start: text.indexOf(linkText), text: linkText };
  return foundAt(link, { path: file, line: lineOf }, { severity: 'error', message });
}

const ANSIBLE =
  /The error appears to be in '(?<place>(?<path>[^']+)': line (?<line>\d{1,7}), column (?<column>\d{1,7}))/;
const ANSIBLE_HEAD = /^(?:ERROR! |fatal: .*FAILED! => )(.*)$/;
const ANSIBLE_REASON = /"(?:msg|reason)": "([^"\\]+)/;

/** Ansible prints the message before the location, on separate lines or in one. */
function ansible(text: string, at: number, read: LineReader): LineFinding | undefined {
  const found = inOneLine(ANSIBLE, text, 'Ansible');
  if (found === undefined) return undefined;
  const within = ANSIBLE_REASON.exec(text)?.[1];
  return withMessage(found, within ?? above(at, MAX_TO_HEAD, read, ANSIBLE_HEAD)?.match[1]);
}

const NGINX = expressionOf(
  String.raw`^(?:nginx: |\d{4}\/\d\d\/\d\d [\d:]{8} )\[(?<severity>emerg|alert|crit|error|warn)\] (?:\d+#\d+: )?`,
  String.raw`(?<message>\S.*) in (?<place>${path}:${line})$`,
);
const HAPROXY = expressionOf(
  String.raw`^\[(?<severity>ALERT|WARNING)\] .*: parsing \[(?<place>${path}:${line})\] ?: (?<message>\S.*)$`,
);

/** Infrastructure-as-code tools, and servers that check their configuration. */
export const CONFIG: readonly Matcher[] = [
  { tool: 'terraform', needs: / line \d/, match: terraform },
  onlyPlace('docker build', DOCKERFILE, /[Ff]ile.*:\d+$/),
  { tool: 'docker build (words)', needs: /failed to /, match: docker },
  { tool: 'ansible', needs: /The error appears /, match: ansible },
  oneLine('nginx', NGINX, /\[(?:emerg|alert|crit|error|warn)\] /),
  oneLine('haproxy', HAPROXY, /: parsing \[/),
];
