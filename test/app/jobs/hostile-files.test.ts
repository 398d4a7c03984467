import assert from 'node:assert/strict';
import { Archive } from '../../../src/app/jobs/archive';
import { parseConfiguration } from '../../../src/app/jobs/ci-configuration';
import {
  type ArtifactItem,
  MAX_ARCHIVE_ENTRIES,
  MAX_ARCHIVE_FOLDERS,
} from '../../../src/domain/jobs/artifact-tree';
import { ArtifactsUnavailableError } from '../../../src/domain/jobs/artifacts';
import { configuredInputs, configuredNames } from '../../../src/domain/jobs/configured-inputs';
import { regexTimeout } from '../../../src/ui/shared/editor/regex-timeout';
import { HOSTILE_ARCHIVES, hostileArchive } from '../../builders/hostile-archives';
import {
  HOSTILE_CONFIGURATIONS,
  hostileConfiguration,
  hostileNeighbor,
} from '../../builders/hostile-configurations';
import { sampleOf } from '../../fuzz-runs';

const JOB = 'deploy';
/** More objects than these texts have characters would come from aliases. */
const LENGTH = 40_000;
const ENTRIES = 3_000;

/** The names of the inputs of the job; undefined if the configuration is too complex. */
function inputsOf(text: string): readonly string[] | undefined {
  const configuration = parseConfiguration(text, configuredNames(JOB), regexTimeout);
  if (configuration === 'too-complex') return undefined;
  assert.ok(nodesOf(configuration.value) <= LENGTH * 100, 'as many as 100 aliases can refer to');
  return configuredInputs(configuration.value, JOB).map(({ name }) => name);
}

/** Number of values, counted again for each reference. */
function nodesOf(value: unknown, open = new Set<unknown>()): number {
  if (typeof value !== 'object' || value === null || open.has(value)) return 1;
  open.add(value);
  let nodes = 1;
  for (const each of Object.values(value)) nodes += nodesOf(each, open);
  open.delete(value);
  return nodes;
}

describe('hostile CI configurations', () => {
  for (const name of sampleOf(HOSTILE_CONFIGURATIONS, 12, 'hostile CI configurations')) {
    it(`end with inputs, none, or "too complex": ${name}`, () => {
      const inputs = inputsOf(hostileConfiguration(name, LENGTH));
      if (inputs !== undefined && inputs.length > 0) assert.equal(inputs[0], 'region');
    });

    it(`don't affect the other jobs of a long configuration: ${name}`, () => {
      // A line without indentation is another entry, and "---" begins another document.
      const text = hostileNeighbor(name, 60_000);
      assert.deepEqual(inputsOf(text), ['region']);
    });
  }
});

describe('hostile archives', () => {
  /** Number of files and folders, and all files. */
  function contents(archive: Archive): { readonly folders: number; readonly files: readonly ArtifactItem[] } {
    const files: ArtifactItem[] = [];
    const open = [''];
    for (const folder of open)
      for (const item of archive.list(folder).items)
        if (item.kind === 'folder') open.push(item.path);
        else files.push(item);
    return { folders: open.length, files };
  }

  for (const name of sampleOf(HOSTILE_ARCHIVES, 12, 'hostile archives'))
    it(`have a limited number of safe files, each with its content or an error: ${name}`, async () => {
      const bytes = hostileArchive(name, ENTRIES);
      let archive: Archive;
      try {
        archive = await Archive.open(bytes);
      } catch (error) {
        assert.ok(error instanceof ArtifactsUnavailableError, String(error));
        return;
      }
      const { folders, files } = contents(archive);
      assert.ok(folders <= MAX_ARCHIVE_FOLDERS + 1);
      assert.ok(files.length <= MAX_ARCHIVE_ENTRIES);
      for (const { path, size } of files.slice(0, 20)) {
        assert.doesNotMatch(path, /^\/|\\|^[a-z]:|(?:^|\/)\.\.?(?:\/|$)/i);
        try {
          const content = await archive.read(path);
          assert.equal(content.length, size);
        } catch (error) {
          assert.ok(error instanceof ArtifactsUnavailableError, String(error));
        }
      }
    });
});
