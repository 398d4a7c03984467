import type { MessageAction } from '../editor/prompts';
import type { Report } from '../editor/report';

/** Returns a button of a message whose failures are reported like those of commands. */
export function button(
  report: Report,
  title: string,
  failure: string,
  work: () => PromiseLike<void>,
): MessageAction {
  const run = (): void => {
    Promise.resolve(work()).catch((error: unknown) => {
      report(failure, error, run);
    });
  };
  return { title, run };
}
