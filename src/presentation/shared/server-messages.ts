import { t } from '../../base/localize';

/** Names of statuses and codes, which servers send without a reason. */
const STATUS_ONLY =
  /^(?:\d{3}[ :-]*)?(?:bad request|unauthorized|forbidden|not found|method not allowed|not acceptable|conflict|gone|precondition failed|unprocessable(?: entity| content)?|too many requests|internal server error|bad gateway|service unavailable|gateway time-?out|insufficient_scope|invalid_token|error)?\.?$/i;

/** `404 Project Not Found`: names the missing object. */
const MISSING = /^404 ([a-z() |]+?) not found\.?$/i;

/** Messages for missing objects, by the server's name. */
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

/** Returns the server's message; undefined if it contains only a status or the name of a missing object. */
export function meaningfulMessage(message: string | undefined): string | undefined {
  return message === undefined || STATUS_ONLY.test(message) || MISSING.test(message) ? undefined : message;
}

/** Returns a sentence about the missing object; undefined if the server doesn't name it. */
export function missingObject(message: string | undefined, host: string): string | undefined {
  const name = MISSING.exec(message ?? '')?.[1]
    ?.toLowerCase()
    .replaceAll(' ', '');
  return name === undefined ? undefined : OBJECTS[name]?.(host);
}
