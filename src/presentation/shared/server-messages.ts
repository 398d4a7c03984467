import { t } from '../../base/localize';

/** Names of statuses and codes that servers send where they have nothing to say. */
const BARE =
  /^(?:\d{3}[ :-]*)?(?:bad request|unauthorized|forbidden|not found|method not allowed|not acceptable|conflict|gone|precondition failed|unprocessable(?: entity| content)?|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out|insufficient_scope|invalid_token|error)?\.?$/i;

/** `404 Project Not Found`: the name of what is missing. */
const MISSING = /^404 ([a-z() |]+?) not found\.?$/i;

/** What a server may say is missing, by the name that it uses. */
const OBJECTS: Readonly<Record<string, (host: string) => string>> = {
  project: (host) => t("This project doesn't exist on {0}, or you don't have access to it.", host),
  group: (host) => t("This group doesn't exist on {0}, or you don't have access to it.", host),
  pipeline: (host) => t("This pipeline doesn't exist on {0}, or you don't have access to it.", host),
  job: (host) => t("This job doesn't exist on {0}, or you don't have access to it.", host),
  mergerequest: (host) => t("This merge request doesn't exist on {0}, or you don't have access to it.", host),
  branch: (host) => t("This branch doesn't exist on {0}.", host),
  commit: (host) => t("This commit doesn't exist on {0}.", host),
  file: (host) => t("This version of the file doesn't exist on {0}.", host),
  discussion: (host) => t('This thread no longer exists on {0}.', host),
  note: (host) => t('This comment no longer exists on {0}.', host),
  draftnote: (host) => t('This pending comment no longer exists on {0}.', host),
  user: (host) => t("This user doesn't exist on {0}.", host),
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
