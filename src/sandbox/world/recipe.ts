/** What the script of a job looks like in its log; `logs/log-of.ts` writes one for each. */
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

/** What a trigger job starts. With `depend` it ends when, and as, the downstream pipeline ends. */
export interface Trigger {
  /** Full path of another project; absent for a child pipeline. */
  readonly project?: string;
  readonly recipe: string;
  readonly depend?: boolean;
}

/** One job of a recipe: the line of a `.gitlab-ci.yml`. */
export interface JobSpec {
  readonly name: string;
  readonly stage: string;
  readonly script: ScriptKind;
  /** How long it usually runs. */
  readonly seconds: number;
  readonly when?: 'manual' | 'delayed' | 'on_failure';
  readonly delaySeconds?: number;
  readonly allowFailure?: boolean;
  readonly tags?: readonly string[];
  readonly coverage?: number;
  readonly junit?: boolean;
  readonly archive?: boolean;
  /** Only one job of the project at a time runs in a resource group. */
  readonly resourceGroup?: string;
  /** Its runner writes a time before each line. */
  readonly timestamps?: boolean;
  readonly triggers?: Trigger;
}

/** Who holds a resource tidies up behind itself, however the job ends. */
export const hasAfterScript = ({ resourceGroup }: JobSpec): boolean => resourceGroup !== undefined;

/** Stages in their order, and jobs in theirs. */
export interface Recipe {
  readonly stages: readonly string[];
  readonly jobs: readonly JobSpec[];
}
