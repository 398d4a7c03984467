import { t } from '../../../base/localize';
import { explain } from '../../../presentation/shared/error-messages';

/** A sign-in that solves a problem. `base`: the account to sign in to again. */
interface SignInStep {
  readonly title: string;
  readonly base: string | undefined;
}

/** Returns the sign-in that solves an error; undefined if another one wouldn't help. */
export function signInStep(error: unknown): SignInStep | undefined {
  const { steps, base } = explain(error);
  if (steps.includes('sign-in')) return { title: t('Sign In Again'), base };
  return steps.includes('another-token') ? { title: t('Sign In with Another Token'), base } : undefined;
}
