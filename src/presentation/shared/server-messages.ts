import { t } from '../../base/localize';

/** Names of statuses and codes that servers send where they have nothing to say. */
const BARE =
  /^(?:\d{3}[ :-]*)?(?:bad request|unauthorized|forbidden|not found|method not allowed|not acceptable|conflict|gone|precondition failed|unprocessable(?: entity| content)?|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out|insufficient_scope|invalid_token|error)?\.?$/i;

/** `404 Project Not Found`: the name of what is missing. */
const MISSING = /^404 ([a-z() |]+?) not found\.?$/i;

/** What a server may say is missing, by the name that it uses. */
const OBJECTS: Readonly<Record<string, (host: string) => string>> = {
  project: (host) => t("{0} doesn't have this project, or you don't have access to it.", host),
  group: (host) => t("{0} doesn't have this group, or you don't have access to it.", host),
  pipeline: (host) => t("{0} doesn't have this pipeline, or you don't have access to it.", host),
  job: (host) => t("{0} doesn't have this job, or you don't have access to it.", host),
  mergerequest: (host) => t("{0} doesn't have this merge request, or you don't have access to it.", host),
  branch: (host) => t("{0} doesn't have this branch.", host),
  commit: (host) => t("{0} doesn't have this commit.", host),
  file: (host) => t("{0} doesn't have this file in this version.", host),
  discussion: (host) => t('This thread is no longer on {0}.', host),
  note: (host) => t('This comment is no longer on {0}.', host),
  draftnote: (host) => t('This pending comment is no longer on {0}.', host),
  user: (host) => t("{0} doesn't have this user.", host),
};

/** The words of a server, where they say more than the name of a status. */
export function meaningfulMessage(words: string | undefined): string | undefined {
  return words === undefined || BARE.test(words) || MISSING.test(words) ? undefined : words;
}

/** A sentence that names what is missing, where the server names it; undefined elsewhere. */
export function missingObject(words: string | undefined, host: string): string | undefined {
  const name = MISSING.exec(words ?? '')?.[1]
    ?.toLowerCase()
    .replaceAll(' ', '');
  return name === undefined ? undefined : OBJECTS[name]?.(host);
}
