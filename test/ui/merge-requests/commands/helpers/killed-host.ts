import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { ConflictResolution } from '../../../../../src/app/git/conflict-resolution';
import type { WorktreeBranch } from '../../../../../src/app/git/merge-port';
import { ResolutionStore } from '../../../../../src/app/git/resolution-store';
import type { KeyValueStore } from '../../../../../src/app/shared/stores';
import { Emitter } from '../../../../../src/base/emitter';
import { conflictResolutionSchema } from '../../../../../src/schemas/stored/conflict-resolution';
import { HiddenWorktrees } from '../../../../../src/ui/git/editor/hidden-worktrees';
import { GitMerging } from '../../../../../src/ui/git/editor/merging';
import { GitWork } from '../../../../../src/ui/git/editor/work';
import { gitWorkDeps } from '../../../../builders/git-extension';

/** When the process is killed. */
export const KILL_POINTS = [
  'the worktree was created',
  'the merge was started',
  'a file was resolved',
  'the merge was committed',
  'the push was started',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

const jobSchema = z.object({
  clone: z.string(),
  root: z.string(),
  state: z.string(),
  resolution: conflictResolutionSchema,
  texts: z.record(z.string(), z.string()),
  point: z.enum(KILL_POINTS),
});
export type KilledJob = z.infer<typeof jobSchema>;

const readState = (file: string): Record<string, unknown> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
};

/** A key-value store in a file, which survives the process like VS Code's storage. */
export function memoryInFile(file: string): KeyValueStore {
  const values = readState(file);
  return {
    onDidForget: new Emitter<string>().event,
    get: (key) => values[key],
    set: (key, value) => {
      values[key] = value;
      writeFileSync(file, JSON.stringify(values));
      return Promise.resolve();
    },
  };
}

const kill = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

/** Resolves the conflicts up to a point at which the process is killed. */
async function work({ clone, root, state, resolution, texts, point }: KilledJob): Promise<void> {
  const access = await gitWorkDeps(clone);
  class Worktrees extends HiddenWorktrees {
    override async create(repository: string, id: string, branch: WorktreeBranch): Promise<void> {
      await super.create(repository, id, branch);
      if (point === 'the worktree was created') await kill();
    }
  }
  class Merging extends GitMerging {
    override async merge(repository: string, sha: string, message: string): Promise<void> {
      await super.merge(repository, sha, message);
      if (point === 'the merge was started') await kill();
    }
  }
  const worktrees = new Worktrees({ root, isShared: false, access });
  const places = { ...access, worktrees };
  const [git, merging] = [new GitWork(places), new Merging(places)];
  const store = new ResolutionStore(memoryInFile(state));
  const resolving = new ConflictResolution({ git, merging, worktrees, store });
  await resolving.start({ resolution }, resolution.way);
  const { current } = store;
  if (current === undefined) throw new Error('not started');
  const repository = resolving.repositoryOf(current);
  for (const [file, text] of Object.entries(texts)) {
    await writeFile(worktrees.fileIn(repository, file) ?? '', text);
    await merging.stage(repository, [file]);
    if (point === 'a file was resolved') await kill();
  }
  const ready = await resolving.proceed(current);
  if (ready.kind !== 'ready') throw new Error(ready.kind);
  if (point === 'the merge was committed') await kill();
  // A hook of the clone kills this process during the push.
  await resolving.push(current, await resolving.toPush(current, ready.sha));
}

const [, file, job] = process.argv;
if (file?.endsWith('killed-host.ts') === true && job !== undefined)
  work(jobSchema.parse(JSON.parse(job))).catch((error: unknown) => {
    process.stderr.write(String(error));
    process.exitCode = 1;
  });
