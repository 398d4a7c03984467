import { checkGit, cloneDemo, serverCommits } from './clone';
import { createDemoRoot, removeDemo, writeDemoRecord } from './folder';
import { cloneIn } from './location';
import { startDemoServer } from './server';

export interface DemoSources {
  /** The storage folder of the extension. */
  readonly storage: string;
  /** The bundled sandbox. */
  readonly script: string;
}

/**
 * Clones the demo project into a new folder, and returns the folder. The server runs only for the clone: the
 * window that opens the folder starts it again (docs/decisions/demo.md).
 *
 * @throws GitMissingError
 */
export async function prepareDemo({ storage, script }: DemoSources, signal: AbortSignal): Promise<string> {
  await checkGit(signal);
  const root = await createDemoRoot(storage);
  try {
    const server = await startDemoServer({ script, signal });
    let commits: readonly string[];
    try {
      await cloneDemo(server.url, cloneIn(root), signal);
      commits = await serverCommits(server.url, root, signal);
    } finally {
      server.dispose();
    }
    await server.ended;
    await writeDemoRecord(root, { owner: process.pid, url: server.url, commits: [...commits], shown: false });
    signal.throwIfAborted();
  } catch (error) {
    await removeDemo(root);
    throw error;
  }
  return cloneIn(root);
}
