/** The server's default message for commits of applied suggestions (server-behavior.md#suggestions). */
const DEFAULT_TEMPLATE =
  'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)\n\n%{co_authored_by}';

const CO_AUTHORS = '%{co_authored_by}';

/** Values of the placeholders in templates. Unknown values are left to the server. */
export interface SuggestionMessageValues {
  readonly branch: string | undefined;
  readonly paths: readonly string[];
  readonly count: number;
  readonly projectName: string | undefined;
  readonly projectPath: string | undefined;
  readonly userName: string | undefined;
  readonly username: string | undefined;
}

/** A commit message: the first line, which the user can edit, and the rest, whose placeholders the server replaces. */
export interface SuggestionMessage {
  readonly subject: string;
  readonly rest: string;
}

/** Returns the message that the server would use. `template`: the template of the project, if it has one. */
export function suggestionMessage(
  template: string | null | undefined,
  values: SuggestionMessageValues,
): SuggestionMessage {
  const own = template?.trim() ?? '';
  const chosen = own === '' ? DEFAULT_TEMPLATE : own;
  const [first = '', ...rest] = chosen.replaceAll('\r\n', '\n').split('\n');
  return { subject: replaced(first, values), rest: rest.map((line) => `\n${line}`).join('') };
}

function replaced(line: string, values: SuggestionMessageValues): string {
  const files = [...new Set(values.paths)].sort();
  const known: Readonly<Record<string, string | undefined>> = {
    branch_name: values.branch,
    files_count: String(files.length),
    file_paths: files.join(', '),
    project_name: values.projectName,
    project_path: values.projectPath,
    suggestions_count: String(values.count),
    user_full_name: values.userName,
    username: values.username,
  };
  return line.replace(/%\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);
}

/**
 * Returns the message to send; undefined if the user didn't change it, so that the server uses its own. `hasCoAuthors`:
 * other users made the suggestions. Custom messages have the trailers of co-authors only where they contain the
 * placeholder.
 */
export function messageToSend(
  { subject, rest }: SuggestionMessage,
  typed: string,
  { hasCoAuthors }: { readonly hasCoAuthors: boolean },
): string | undefined {
  const changed = typed.trim();
  if (changed === subject) return undefined;
  const whole = `${changed}${rest}`;
  if (!hasCoAuthors) return whole.replaceAll(CO_AUTHORS, '').trim();
  return whole.includes(CO_AUTHORS) ? whole : `${whole}\n\n${CO_AUTHORS}`;
}
