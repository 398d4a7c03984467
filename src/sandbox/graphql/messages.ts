/** The service's error messages for those of the library (server-behavior.md#graphql). */
const MESSAGES: readonly (readonly [library: RegExp, service: string])[] = [
  [/^Syntax Error: .*<EOF>/, 'Unexpected end of document'],
  [/^Syntax Error: Unexpected character: "?([^"]*)"?/, 'Parse error on "$1"'],
  [/^Syntax Error: .*(?:found|Unexpected) (?:\w+ )?"?(.*?)"?\.$/s, 'Parse error on "$1"'],
  [/^Syntax Error: Document contains more than .*/, 'Query too large'],
  [/^Cannot query field "(\w+)" on type "(\w+)".*/s, "Field '$1' doesn't exist on type '$2'"],
  [
    /^Field "(\w+)" argument "(\w+)" of type .* is required.*/,
    "Field '$1' is missing required arguments: $2",
  ],
  [
    /^Field "(\w+)" of type "([^"]+)" must have a selection of subfields.*/,
    "Field must have selections (field '$1' returns $2 but has no selections. Did you mean '$1 { ... }'?)",
  ],
  [
    /^Field "(\w+)" must not have a selection since .*/,
    "Selections can't be made on scalars (field '$1' returns a scalar)",
  ],
  [/^Unknown argument "(\w+)" on field "\w+\.(\w+)".*/, "Field '$2' doesn't accept argument '$1'"],
  [/^Variable "\$(\w+)" is not defined.*/, 'Variable $$$1 is used but not declared'],
  [
    /^Variable "\$(\w+)" of (?:required|non-null) type "([^"]+)" .*/,
    'Variable $$$1 of type $2 was provided invalid value',
  ],
  [/^Variable "\$(\w+)" got invalid value .*/s, 'Variable $$$1 was provided invalid value'],
  [/^(?:Cannot spread|Unknown) fragment "(\w+)".*/, 'Fragment $1 was used, but not defined'],
  [/^Unknown directive "@(\w+)".*/, 'Directive @$1 is not defined'],
];

/** Returns the service's message for an error of the library, or the same message if there is no match. */
export function serviceMessage(message: string): string {
  const found = MESSAGES.find(([library]) => library.test(message));
  return found === undefined ? message : message.replace(found[0], found[1]);
}
