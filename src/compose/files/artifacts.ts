import type { Artifacts } from '../../app/jobs/artifacts';
import type { DisposableStore } from '../../base/disposable';
import { Lazy } from '../../base/lazy';
import { t } from '../../base/localize';
import type { ArtifactFiles } from '../../ui/jobs/documents/artifact-files';
import { explainArtifacts } from '../../presentation/jobs/artifact-errors';
import { registerErrorMessages } from '../../presentation/shared/error-messages';
import type { AccountsModule } from '../accounts';
import { clearOnAccountChange } from '../clear-on-account-change';
import type { OutputModule } from '../output';

/** Artifacts of jobs. The code that reads archives is loaded with the first artifact. */
export interface ArtifactsModule {
  readonly artifacts: Pick<Artifacts, 'delete' | 'download' | 'item' | 'list'>;
  readonly artifactFiles: Lazy<ArtifactFiles>;
}

type ArtifactsDeps = Pick<AccountsModule, 'accounts' | 'clientFor' | 'clock'> & Pick<OutputModule, 'prompts'>;

export function composeArtifacts(store: DisposableStore, deps: ArtifactsDeps): ArtifactsModule {
  const { accounts, clientFor, clock, prompts } = deps;
  registerErrorMessages(explainArtifacts);
  const stored = new Lazy(async () => {
    const { Artifacts } = await import('../../app/jobs/artifacts');
    const artifacts = new Artifacts({
      clientFor,
      clock,
      downloading: (work) => prompts.progress.inView(t('Downloading artifacts…'), work),
    });
    store.add(clearOnAccountChange(accounts, [artifacts]));
    return artifacts;
  });
  return {
    artifacts: {
      delete: async (...of) => (await stored.load()).delete(...of),
      download: async (...of) => (await stored.load()).download(...of),
      item: async (...of) => (await stored.load()).item(...of),
      list: async (...of) => (await stored.load()).list(...of),
    },
    artifactFiles: new Lazy(async () => {
      const { ArtifactFiles } = await import('../../ui/jobs/documents/artifact-files');
      return new ArtifactFiles(await stored.load());
    }),
  };
}
