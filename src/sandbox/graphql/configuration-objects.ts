import type { JsonValue } from '../../base/json-value';
import { ACCESS, type Project, type User } from '../world/model';
import type { InputSpec } from '../world/recipe';
import { configurationOf } from '../world/run-pipeline';
import type { World } from '../world/world';
import type { GraphqlObject, Value } from './object';
import { QueryError } from './query-error';

/**
 * Fields of a project for its CI configuration (server-behavior.md#inputs-of-pipelines,
 * server-behavior.md#declared-variables). They are null for users who can't run pipelines.
 */
export function configurationFields(world: World, project: Project, user: User | undefined): GraphqlObject {
  const mayRun =
    user !== undefined && project.members.includes(user.role) && ACCESS[user.role] >= ACCESS.developer;
  return {
    ciPipelineCreationInputs: ({ ref = null }) => {
      if (!mayRun) return null;
      const found = configurationOf(world, project, String(ref));
      if (found === 'no-ref') throw new QueryError('The branch or tag does not exist');
      return found === 'no-configuration' ? [] : (found.recipe.inputs ?? []).map(inputObject);
    },
    ciConfigVariables: ({ ref = null }) => {
      if (!mayRun) return null;
      const found = configurationOf(world, project, String(ref));
      if (typeof found === 'string') return [];
      // The real service computes them in the background when they are first requested.
      const key = `${project.id} ${found.sha}`;
      if (!world.computedVariables.has(key)) {
        world.computedVariables.add(key);
        return null;
      }
      return (found.recipe.variables ?? []).map(({ key: name, value, description, options }) => ({
        key: name,
        value,
        description,
        valueOptions: () => options ?? null,
      }));
    },
  };
}

const inputObject = (spec: InputSpec): GraphqlObject => ({
  name: spec.name,
  type: spec.type.toUpperCase(),
  description: spec.description ?? null,
  required: spec.default === undefined,
  default: () => (spec.default === undefined ? null : valueOf(spec.default)),
  options: () => spec.options ?? null,
  regex: spec.regex ?? null,
  rules: () => spec.rules?.map(ruleObject) ?? null,
});

type RuleSpec = NonNullable<InputSpec['rules']>[number];

const ruleObject = ({ when, options, default: usual }: RuleSpec): GraphqlObject => ({
  if: when === undefined ? null : expressionOf(when),
  options: () => options,
  default: usual ?? null,
  conditionTree: () => (when === undefined ? null : conditionObject(when)),
});

const expressionOf = (when: NonNullable<RuleSpec['when']>): string =>
  Object.entries(when)
    .map(([name, value]) => `$[[ inputs.${name} ]] == "${value}"`)
    .join(' && ');

function conditionObject(when: NonNullable<RuleSpec['when']>): GraphqlObject {
  const comparisons = Object.entries(when).map(([field, value]): GraphqlObject => ({
    operator: 'equals',
    field,
    value,
    children: null,
  }));
  const [only] = comparisons;
  return only !== undefined && comparisons.length === 1
    ? only
    : { operator: 'AND', field: null, value: null, children: () => comparisons };
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** A value of the custom scalar. The demo's defaults contain no objects. */
function valueOf(value: JsonValue): Value {
  if (isList(value)) return value.map(valueOf);
  return typeof value === 'object' ? null : value;
}
