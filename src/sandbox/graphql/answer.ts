import {
  type DocumentNode,
  executeSync,
  type FragmentDefinitionNode,
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
  VariablesInAllowedPositionRule,
} from 'graphql';
import type { GraphqlObject } from './object';
import { QueryError } from './query-error';
import { SCHEMA } from './schema';

export interface GraphqlRequest {
  readonly text: string;
  /** The name of the operation to execute, if there are several. */
  readonly operation: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
}

const MAX_LENGTH = 10_000;
/** Limits the nesting depth, because deep queries would overflow the stack. */
const MAX_TOKENS = 2_000;
const MAX_FIELDS = 5_000;
/**
 * Omits a validation rule, because clients can declare a variable as `ID` and use it for IDs of other types.
 */
const RULES = specifiedRules.filter((rule) => rule !== VariablesInAllowedPositionRule);

/** Executes an operation. Throws the first error. */
export function executeOperation(
  { text, operation, variables }: GraphqlRequest,
  root: GraphqlObject,
): unknown {
  if (text.trim() === '') throw new QueryError('No query string was present');
  if (text.length > MAX_LENGTH) throw new QueryError('Query too large');
  const document = parsed(text);
  const chosen = getOperationAST(document, operation);
  if (chosen === null || chosen === undefined)
    throw new QueryError(
      operation === undefined ? 'An operation name is required' : `No operation named "${operation}"`,
    );
  if (chosen.operation === OperationTypeNode.SUBSCRIPTION)
    throw new QueryError(`Schema is not configured for ${chosen.operation}s`);
  refuseFirst(validate(SCHEMA, document, RULES, { maxErrors: 1 }));
  if (fieldsIn(chosen.selectionSet, fragmentsOf(document)) > MAX_FIELDS)
    throw new QueryError('Query has a complexity that exceeds the maximum');
  const { data, errors } = executeSync({
    schema: SCHEMA,
    document,
    rootValue: root,
    variableValues: variables,
    operationName: operation,
  });
  refuseFirst(errors);
  return data;
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxLexicalTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) refuseFirst([error]);
    throw error;
  }
}

/** Throws the first error, because partial responses aren't returned. */
function refuseFirst(errors: readonly GraphQLError[] = []): void {
  const [error] = errors;
  if (error === undefined) return;
  const { originalError } = error;
  if (originalError !== undefined && !(originalError instanceof GraphQLError)) throw originalError;
  throw new QueryError(serviceMessage(error.message), error.locations?.[0]);
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragmentsOf = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );

/** Counts the selected fields, including those of fragments for each use. Stops above the maximum. */
function fieldsIn({ selections }: SelectionSetNode, fragments: Fragments): number {
  let count = 0;
  for (const node of selections) {
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value)?.selectionSet : node.selectionSet;
    if (node.kind === Kind.FIELD) count++;
    if (inner !== undefined) count += fieldsIn(inner, fragments);
    if (count > MAX_FIELDS) return count;
  }
  return count;
}

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
function serviceMessage(message: string): string {
  const found = MESSAGES.find(([library]) => library.test(message));
  return found === undefined ? message : message.replace(found[0], found[1]);
}
