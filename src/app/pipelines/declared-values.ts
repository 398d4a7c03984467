import type { CallOptions, Client } from '../../api/client';
import { isApiError } from '../../api/errors';
import {
  type ConditionTree,
  listDeclaredVariables,
  listPipelineInputRules,
  listPipelineInputs,
} from '../../api/queries/pipeline-inputs';
import type { QueryResult } from '../../api/query';
import type { Clock } from '../../base/clock';
import type { JsonValue } from '../../base/json-value';
import {
  type DeclaredInput,
  type DeclaredVariable,
  INPUT_TYPES,
  type InputCondition,
} from '../../domain/jobs/inputs';
import { type Declared, failuresIn } from '../jobs/declared';
import type { ProjectKey } from '../shared/keys';

export interface DeclaredValuesDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Pick<Clock, 'wait'>;
  /** Path of a project from an earlier response. The queries require it. */
  readonly pathOf: (project: ProjectKey) => string | undefined;
}

/** Milliseconds before each repeated request for variables that the server is still computing. */
const WAITS_MS = [500, 1_000, 2_000, 2_000] as const;

type Args = { readonly fullPath: string; readonly ref: string };

/** Reads what CI configurations declare, by GraphQL, which not every server allows. */
export class DeclaredValues {
  readonly #deps: DeclaredValuesDeps;

  constructor(deps: DeclaredValuesDeps) {
    this.#deps = deps;
  }

  /** The inputs and variables for a branch or tag; empty if the server doesn't return them. Rejects only if canceled. */
  async load(project: ProjectKey, ref: string, options: CallOptions = {}): Promise<Declared> {
    const fullPath = typeof project.project === 'string' ? project.project : this.#deps.pathOf(project);
    if (fullPath === undefined) return { inputs: [], variables: [] };
    const client = this.#deps.clientFor(project.base);
    const args = { fullPath, ref };
    const [inputs, variables] = await Promise.allSettled([
      this.#inputs(client, args, options),
      this.#variables(client, args, options),
    ]);
    options.signal?.throwIfAborted();
    const known = variables.status === 'fulfilled' ? variables.value : [];
    const [error] = [inputs, variables].flatMap((each) =>
      each.status === 'rejected' ? failuresIn(each.reason) : [],
    );
    const incomplete = error === undefined ? (known === 'computing' ? known : undefined) : { error };
    return {
      inputs: inputs.status === 'fulfilled' ? inputs.value : [],
      variables: known === 'computing' ? [] : known,
      ...(incomplete && { incomplete }),
    };
  }

  async #inputs(client: Client, args: Args, options: CallOptions): Promise<readonly DeclaredInput[]> {
    const { project } = await inputsWithRules(client, args, options);
    return (project?.ciPipelineCreationInputs ?? []).map((input) => ({
      name: input.name,
      type: INPUT_TYPES.find((type) => type === input.type?.toLowerCase()) ?? 'string',
      description: input.description ?? undefined,
      required: input.required,
      default: input.default ?? undefined,
      options: listOf(input.options ?? undefined),
      regex: input.regex ?? undefined,
      rules: (input.rules ?? []).map((rule) => ({
        condition: rule.if ? conditionOf(rule.conditionTree ?? undefined) : undefined,
        options: rule.options ?? [],
        default: rule.default ?? undefined,
      })),
    }));
  }

  async #variables(
    client: Client,
    args: Args,
    options: CallOptions,
  ): Promise<readonly DeclaredVariable[] | 'computing'> {
    for (let count = 0; ; count++) {
      const { project } = await client.query(listDeclaredVariables, args, options);
      if (!project) return [];
      if (project.ciConfigVariables)
        return project.ciConfigVariables.map(({ key, value, description, valueOptions }) => ({
          key,
          value: value ?? '',
          description: description ?? undefined,
          options: valueOptions ?? [],
        }));
      const wait = WAITS_MS[count];
      if (wait === undefined) return 'computing';
      await this.#deps.clock.wait(wait, options.signal);
    }
  }
}

/** Reads the inputs with their rules, or without them from servers that don't have the field. */
async function inputsWithRules(
  client: Client,
  args: Args,
  options: CallOptions,
): Promise<QueryResult<typeof listPipelineInputs>> {
  try {
    return await client.query(listPipelineInputRules, args, options);
  } catch (error) {
    // Errors of a query have the status of a success.
    if (!isApiError(error, 'bad-request') || error.status !== 200) throw error;
    return client.query(listPipelineInputs, args, options);
  }
}

const COMPARISONS = new Map<string, 'equals' | 'not-equals'>([
  ['equals', 'equals'],
  ['not_equals', 'not-equals'],
]);
const CONNECTIVES = new Map<string, 'and' | 'or'>([
  ['AND', 'and'],
  ['OR', 'or'],
]);

/** A condition that is deeper than the query, or of another kind, is unknown. */
function conditionOf(tree: ConditionTree | undefined): InputCondition {
  const { operator, field, value, children } = tree ?? {};
  const comparison = COMPARISONS.get(operator ?? '');
  if (comparison !== undefined && field && typeof value === 'string')
    return { kind: comparison, input: field, value };
  const connective = CONNECTIVES.get(operator ?? '');
  return connective === undefined || !children
    ? { kind: 'unknown' }
    : { kind: connective, conditions: children.map(conditionOf) };
}

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value === undefined ? [] : isList(value) ? value : [];

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
