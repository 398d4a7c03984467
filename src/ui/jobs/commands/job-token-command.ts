import { isApiError } from '../../../api/errors';
import type { JobOfToken } from '../../../app/jobs/job-token';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';

export interface JobTokenCommandDeps {
  readonly prompts: Pick<Prompts, 'input' | 'pick' | 'showMessage'>;
  /** URLs of the servers with accounts. */
  readonly bases: () => readonly string[];
  readonly readJobOfToken: (base: string, token: string, signal: AbortSignal) => Promise<JobOfToken>;
  readonly show: (found: JobOfToken) => Promise<void>;
}

/** "Inspect Job Token": shows which job a job token belongs to, and the agents that the job can use. */
export function jobTokenCommand(deps: JobTokenCommandDeps): CommandRow {
  return {
    id: COMMAND.inspectJobToken,
    failure: () => t("Couldn't read the job of the token."),
    run: async () => {
      const base = await serverOf(deps);
      const found = base === undefined ? undefined : await askToken(deps, base);
      if (found !== undefined) await deps.show(found);
    },
  };
}

async function serverOf({ bases, prompts }: JobTokenCommandDeps): Promise<string | undefined> {
  const [only, ...others] = bases();
  if (only === undefined) {
    prompts.showMessage('info', t('Sign in to the server first.'), []);
    return undefined;
  }
  if (others.length === 0) return only;
  return prompts.pick({
    title: t('Inspect Job Token'),
    placeholder: t('Select the server that the token is from'),
    items: [only, ...others].map((base) => ({ label: base, icon: 'server', value: base })),
  });
}

async function askToken(
  { prompts, readJobOfToken }: JobTokenCommandDeps,
  base: string,
): Promise<JobOfToken | undefined> {
  let found: JobOfToken | undefined;
  await prompts.input({
    title: t('Inspect Job Token'),
    step: [1, 1],
    prompt: t(
      'Paste the value of CI_JOB_TOKEN of a running job on {0}. It is sent only to this server, and not stored.',
      base,
    ),
    placeholder: t('Job token'),
    password: true,
    accept: async (value, signal) => {
      if (value.trim() === '') return t('Paste a job token.');
      try {
        found = await readJobOfToken(base, value.trim(), signal);
        return undefined;
      } catch (error) {
        return problemOf(error);
      }
    },
  });
  return found;
}

/** A job token is valid only while its job is running (server-behavior.md#tokens). */
function problemOf(error: unknown): string {
  return isApiError(error, 'unauthorized') || isApiError(error, 'not-found')
    ? t("The server didn't accept the token. A job token is valid only while its job is running.")
    : explain(error).why;
}
