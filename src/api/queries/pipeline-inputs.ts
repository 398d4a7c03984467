import * as z from 'zod/mini';
import { isJsonValue, type JsonValue } from '../../base/json-value';
import { elements, optionalText } from '../../schemas/wire';
import { required, string } from '../params';
import { query } from '../query';

const variables = { fullPath: required(string), ref: required(string) };

/** A value that can be null or absent. Values that contain null are read as absent. */
const value = z.catch(z.nullish(z.custom<JsonValue>((raw) => isJsonValue(raw))), undefined);

const comparison = {
  operator: optionalText,
  field: optionalText,
  value: z.catch(z.nullish(z.string()), undefined),
};
const withChildren = <T extends z.ZodMiniObject>(child: T) =>
  z.object({ ...comparison, children: z.catch(z.nullish(z.array(child)), undefined) });
/** The three levels of a condition that the query requests. */
const conditionSchema = withChildren(withChildren(z.object(comparison)));

/** A node of a condition: a comparison, or `AND` or `OR` with children. */
export interface ConditionTree {
  readonly operator?: string | null | undefined;
  readonly field?: string | null | undefined;
  readonly value?: string | null | undefined;
  readonly children?: readonly ConditionTree[] | null | undefined;
}

const inputsSchema = z.nullish(
  elements(
    z.looseObject({
      name: z.string(),
      type: optionalText,
      description: optionalText,
      required: z.catch(z.boolean(), false),
      default: value,
      options: value,
      regex: optionalText,
      rules: z.catch(
        z.nullish(
          z.array(
            z.looseObject({
              if: optionalText,
              conditionTree: z.catch(z.nullish(conditionSchema), undefined),
              options: z.catch(z.nullish(z.array(z.string())), undefined),
              default: z.catch(z.nullish(z.string()), undefined),
            }),
          ),
        ),
        undefined,
      ),
    }),
  ),
);
const inputsData = z.looseObject({
  project: z.nullish(z.looseObject({ ciPipelineCreationInputs: inputsSchema })),
});

const INPUT_FIELDS = 'name type description required default options regex';
const CONDITION_FIELDS = 'operator field value';

/** The inputs that the CI configuration of a branch or tag declares (server-behavior.md#inputs-of-pipelines). */
export const listPipelineInputs = query({
  name: 'pipelineInputs',
  text: `query pipelineInputs($fullPath: ID!, $ref: String!) {
  project(fullPath: $fullPath) { ciPipelineCreationInputs(ref: $ref) { ${INPUT_FIELDS} } } }`,
  variables,
  data: inputsData,
});

/** The declared inputs with their rules, on servers that return them (server-behavior.md#rules-of-inputs). */
export const listPipelineInputRules = query({
  name: 'pipelineInputRules',
  text: `query pipelineInputRules($fullPath: ID!, $ref: String!) {
  project(fullPath: $fullPath) { ciPipelineCreationInputs(ref: $ref) {
    ${INPUT_FIELDS} rules { if options default conditionTree { ${CONDITION_FIELDS} children {
      ${CONDITION_FIELDS} children { ${CONDITION_FIELDS} } } } } } } }`,
  variables,
  data: inputsData,
});

/**
 * The variables that the CI configuration of a branch or tag declares with a description. Null while the server still
 * computes them (server-behavior.md#declared-variables).
 */
export const listDeclaredVariables = query({
  name: 'declaredVariables',
  text: `query declaredVariables($fullPath: ID!, $ref: String!) {
  project(fullPath: $fullPath) { ciConfigVariables(ref: $ref) { key value description valueOptions } } }`,
  variables,
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({
        ciConfigVariables: z.nullish(
          elements(
            z.looseObject({
              key: z.string(),
              value: optionalText,
              description: optionalText,
              valueOptions: z.catch(z.nullish(elements(z.string())), undefined),
            }),
          ),
        ),
      }),
    ),
  }),
});
