import * as z from 'zod/mini';
import { isJsonValue, type JsonValue } from '../../base/json-value';
import { elements, optionalText } from '../../schemas/wire';
import { required, string } from '../params';
import { query } from '../query';

const variables = { fullPath: required(string), ref: required(string) };

/** A value that can be null or absent. Values that contain null are read as absent. */
const value = z.catch(z.nullish(z.custom<JsonValue>((raw) => isJsonValue(raw))), undefined);

/** The inputs that the CI configuration of a branch or tag declares (server-behavior.md#inputs-of-pipelines). */
export const listPipelineInputs = query({
  name: 'pipelineInputs',
  text: `query pipelineInputs($fullPath: ID!, $ref: String!) {
  project(fullPath: $fullPath) { ciPipelineCreationInputs(ref: $ref) {
    name type description required default options regex } } }`,
  variables,
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({
        ciPipelineCreationInputs: z.nullish(
          elements(
            z.looseObject({
              name: z.string(),
              type: optionalText,
              description: optionalText,
              required: z.catch(z.boolean(), false),
              default: value,
              options: value,
              regex: optionalText,
            }),
          ),
        ),
      }),
    ),
  }),
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
