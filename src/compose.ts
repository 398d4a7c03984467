import { window, type ExtensionContext } from 'vscode';
import { parseBaseAddress } from './api/base-address';
import { createCourteousTransport } from './api/courtesy/courteous-transport';
import { createClient } from './api/create-client';
import { nodeTransport } from './api/transport';
import { Accounts, type Connect } from './app/accounts';
import { JobActions } from './app/job-actions';
import { JobLookup } from './app/job-lookup';
import type { JobKey } from './app/keys';
import { Moves } from './app/moves';
import { Pipelines } from './app/pipelines';
import { Poller } from './app/poller';
import { Projects } from './app/projects';
import { systemClock } from './base/clock';
import { DisposableStore } from './base/disposable';
import { bothLogs, maskedLog, SecretMask, silentLog, type Log } from './base/log';
import { accountCommands } from './commands/account-commands';
import { registerCommands } from './commands/command-row';
import { jobCommands } from './commands/job-commands';
import { linkCommands } from './commands/link-commands';
import { logCommands } from './commands/log-commands';
import { viewCommands } from './commands/view-commands';
import { LogDocuments } from './documents/log-documents';
import { LogFollow } from './documents/log-follow';
import { editorContextKeys } from './editor/context-keys';
import { versionOf } from './editor/manifest';
import { memory } from './editor/memory';
import { outputLog } from './editor/output';
import type { Prompts } from './editor/prompts';
import { createReport } from './editor/report';
import { GitRepositories } from './editor/repositories';
import { secretStore } from './editor/secret-store';
import { onDidChangeSettings, setting } from './editor/settings';
import { readLogAddress } from './presentation/document-address';
import { trafficSentences } from './presentation/traffic-words';
import { PipelineTree } from './trees/pipeline-tree';
import { PipelineView } from './trees/pipeline-view';

/** Everything that the extension is made of, for tests to look at. */
export type Parts = ReturnType<typeof compose>;

/** Builds the object graph. Nothing here asks a server, reads a secret or looks for a repository. */
export function compose(context: ExtensionContext, prompts: Prompts, alsoLog: Log = silentLog) {
  const store = new DisposableStore();
  const clock = systemClock;
  const mask = new SecretMask();
  const channel = store.add(window.createOutputChannel('Switchyard', { log: true }));
  const log = maskedLog(bothLogs(outputLog(channel), alsoLog), mask);
  const userAgent = `switchyard/${versionOf(context.extension)}`;
  const limits = () => ({ inFlight: setting('requestsAtOnce'), perMinute: setting('requestsPerMinute') });
  const wire = store.add(nodeTransport({ userAgent, clock }));
  const transport = store.add(createCourteousTransport(wire, { clock, limits: limits() }));
  store.add(
    onDidChangeSettings(() => {
      transport.setLimits(limits());
    }),
  );

  const moves = store.add(new Moves(memory(context.workspaceState)));
  const connect: Connect = (base, token) => {
    const parsed = parseBaseAddress(base);
    if (!parsed.ok) throw new Error(`not a server address: ${parsed.problem}`);
    return createClient({
      base: parsed.address,
      credential: { kind: 'personal', token },
      transport,
      clock,
      log,
      onMoved: (moved) => {
        void moves.remember(base, moved);
      },
    });
  };
  const accounts = store.add(
    new Accounts({
      secrets: secretStore(context.secrets),
      memory: memory(context.globalState),
      environment: { host: process.env['SWITCHYARD_HOST'], token: process.env['SWITCHYARD_TOKEN'] },
      connect,
      mask,
      log,
    }),
  );
  const clientFor = (base: string) => accounts.client(base);
  const repositories = store.add(new GitRepositories());
  const projects = store.add(new Projects(accounts, repositories, moves));
  const pipelines = store.add(new Pipelines(clientFor, clock));
  store.add(
    accounts.onDidChange(() => {
      transport.forget();
      pipelines.clear();
    }),
  );
  const actions = store.add(new JobActions(clientFor, (project, job) => pipelines.jobChanged(project, job)));
  const lookup = new JobLookup(clientFor, projects, pipelines);
  const poller = store.add(
    new Poller({
      clock,
      look: (signal) => pipelines.look({ signal, priority: 'background' }),
      pace: () => pipelines.pace(),
    }),
  );

  const tree = store.add(
    new PipelineTree({ accounts, projects, pipelines, actions, clock, contextKeys: editorContextKeys }),
  );
  const view = store.add(new PipelineView(tree, poller));
  const logs = store.add(new LogDocuments(clientFor, clock));
  const follow = store.add(new LogFollow(logs, editorContextKeys));

  store.add(
    logs.onDidUpdate(({ feed: { key, state } }) => {
      // A row must not say "running" beside a log that is complete; a failure to look is told by the next look.
      if ('job' in state) void pipelines.jobSeen(key, state.job).catch(() => undefined);
    }),
  );

  const openLog = async (key: JobKey, name: string): Promise<void> => {
    follow.opened(await logs.open(key, name));
  };
  const activeJob = (): JobKey | undefined => {
    const uri = window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : readLogAddress(uri);
  };
  const withActiveLog =
    (act: (editor: NonNullable<typeof window.activeTextEditor>) => void) => (): boolean => {
      const editor = window.activeTextEditor;
      if (editor === undefined || logs.find(editor.document.uri) === undefined) return false;
      act(editor);
      return true;
    };
  const tell = (message: string): void => {
    prompts.tell('info', message, []);
  };

  const report = createReport(prompts, log);
  store.add(
    registerCommands(
      [
        ...accountCommands(accounts, prompts),
        ...jobCommands({ lookup, actions, prompts, activeJob, openLog, now: () => clock.now() }),
        ...linkCommands({ lookup, pipelines, prompts, activeJob }),
        ...viewCommands({
          pipelines,
          repaint: () => {
            tree.repaint();
          },
          showOutput: () => {
            channel.show();
          },
          showRequests: () => {
            tell(trafficSentences(transport.traffic().hosts, clock.now()).join(' '));
          },
        }),
        ...logCommands({
          toggleFollow: withActiveLog((editor) => {
            follow.toggle(editor);
          }),
          reload: withActiveLog((editor) => {
            logs.find(editor.document.uri)?.feed.restart();
          }),
          tell,
        }),
      ],
      report,
    ),
  );
  return {
    dispose: () => {
      store.dispose();
    },
    accounts,
    projects,
    pipelines,
    actions,
    poller,
    tree,
    view,
    logs,
    follow,
  };
}
