import { isJsonValue, type JsonValue } from '../../base/json-value';
import { isRecord } from '../../base/record';
import { type DeclaredInput, INPUT_TYPES } from './inputs';

/**
 * Returns the inputs that a job declares in a parsed CI configuration (server-behavior.md#inputs-of-jobs); empty if it
 * declares none, or isn't in the configuration.
 */
export function configuredInputs(configuration: unknown, jobName: string): readonly DeclaredInput[] {
  const job = configuredNames(jobName)
    .map((name) => memberOf(configuration, name))
    .find((each) => each !== undefined);
  const inputs = memberOf(job, 'inputs');
  if (!isRecord(inputs)) return [];
  return Object.entries(inputs).map(([name, spec]) => {
    const options = valueOf(spec, 'options');
    return {
      name,
      type: INPUT_TYPES.find((type) => type === memberOf(spec, 'type')) ?? 'string',
      description: textOf(spec, 'description'),
      // Inputs of jobs always have a default.
      required: false,
      default: valueOf(spec, 'default'),
      options: isList(options) ? options : [],
      regex: textOf(spec, 'regex'),
      rules: [],
    };
  });
}

/** The names in the configuration from which a job can have its name: parallel jobs have a suffix. */
export const configuredNames = (job: string): readonly string[] => [
  job,
  job.replace(/ \d+\/\d+$/, ''),
  job.replace(/: \[[^[\]]*\]$/, ''),
];

function memberOf(object: unknown, name: string): unknown {
  return isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

function valueOf(object: unknown, name: string): JsonValue | undefined {
  const value = memberOf(object, name);
  return isJsonValue(value) ? value : undefined;
}

function textOf(object: unknown, name: string): string | undefined {
  const value = memberOf(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
