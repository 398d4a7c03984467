import type { JsonValue } from '../../base/json-value';

/** Kinds of job scripts. `logs/log-of.ts` generates a log for each. */
export type ScriptKind =
  | 'install'
  | 'compile'
  | 'image'
  | 'unit-tests'
  | 'integration-tests'
  | 'lint'
  | 'browser-tests'
  | 'deploy'
  | 'scan'
  | 'load-test'
  | 'soak-test'
  | 'release'
  | 'review';

/**
 * Pipeline that a trigger job starts. With `depend`, the job finishes together with the downstream pipeline and has
 * the same status.
 */
export interface Trigger {
  /** Full path of another project; undefined for a child pipeline. */
  readonly project?: string;
  readonly recipe: string;
  readonly depend?: boolean;
}

/** A job of a recipe, as defined in `.gitlab-ci.yml`. */
export interface JobSpec {
  readonly name: string;
  readonly stage: string;
  readonly script: ScriptKind;
  /** Usual duration. */
  readonly seconds: number;
  /** The jobs after which it starts, by name, instead of the earlier stages. */
  readonly needs?: readonly string[];
  readonly when?: 'manual' | 'delayed' | 'on_failure';
  readonly delaySeconds?: number;
  readonly allowFailure?: boolean;
  readonly tags?: readonly string[];
  readonly coverage?: number;
  readonly junit?: boolean;
  readonly archive?: boolean;
  /** Jobs of a project with the same resource group don't run at the same time. */
  readonly resourceGroup?: string;
  /** The runner adds a timestamp to each line. */
  readonly timestamps?: boolean;
  readonly triggers?: Trigger;
  /** The inputs that the job declares, each with a default. */
  readonly inputs?: readonly InputSpec[];
}

/** In the demo, jobs with a resource group have an after_script. */
export const hasAfterScript = ({ resourceGroup }: JobSpec): boolean => resourceGroup !== undefined;

/** An input that a `.gitlab-ci.yml` declares in its `spec` section or in a job. Without a default, it is required. */
export interface InputSpec {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'array';
  readonly description?: string;
  readonly default?: JsonValue;
  readonly options?: readonly (string | number)[];
  readonly regex?: string;
  /** The first rule with a true condition sets the options and the default; otherwise the rule without a condition. */
  readonly rules?: readonly InputRuleSpec[];
}

/** `when`: all these inputs have these values. */
interface InputRuleSpec {
  readonly when?: Readonly<Record<string, string>>;
  readonly options: readonly string[];
  readonly default?: string;
}

/** A global variable that a `.gitlab-ci.yml` declares with a description. */
export interface DeclaredVariable {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  readonly options?: readonly string[];
}

/** Stages and jobs in their order. Names of jobs can contain inputs. */
export interface Recipe {
  readonly stages: readonly string[];
  readonly jobs: readonly JobSpec[];
  readonly inputs?: readonly InputSpec[];
  readonly variables?: readonly DeclaredVariable[];
}
