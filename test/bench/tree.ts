// Measures opening a very large pipeline relative to fetching its jobs. Prints ratios to baselines of the
// same run; asserts nothing.
import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseBaseAddress } from '../../src/api/base-address';
import { createClient } from '../../src/api/create-client';
import { createPolicyTransport } from '../../src/api/http-policy/policy-transport';
import { nextLink } from '../../src/api/link-header';
import { nodeTransport } from '../../src/api/transport';
import type { PipelineContent } from '../../src/app/pipelines/content';
import { Pipelines } from '../../src/app/pipelines/pipelines';
import type { PipelineKey } from '../../src/app/shared/keys';
import { systemClock } from '../../src/base/clock';
import { silentLog } from '../../src/base/log';
import { waitReason } from '../../src/domain/jobs/waiting';
import { isFlaky } from '../../src/domain/pipelines/grouping';
import { bridgeRow, jobRow } from '../../src/presentation/jobs/rows';
import { stageRow } from '../../src/presentation/pipelines/rows';
import type { Row } from '../../src/presentation/shared/row';
import { measure, type Measured } from './measure';

/** Number of jobs in the largest pipeline of the sandbox's large data set. */
const JOBS = 2_000;

export async function bench(): Promise<void> {
  const sandbox = await startLargeSandbox();
  const agent = new Agent({ keepAlive: true });
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  const transport = createPolicyTransport(wire, { clock: systemClock, limits: { perMinute: 1e9 } });
  try {
    const parsed = parseBaseAddress(sandbox.url);
    const project = sandbox.projects.find(({ path }) => path === 'acme/monolith');
    if (!parsed.ok || project === undefined) throw new Error('the large world is another one');
    const client = createClient({
      base: parsed.address,
      credential: { kind: 'personal', token: () => Promise.resolve(sandbox.tokens.owner) },
      transport,
      clock: systemClock,
      log: silentLog,
    });
    const pipelines = new Pipelines(() => client, systemClock);
    const key = { base: sandbox.url, project: project.id };
    const [, giant] = (await pipelines.list(key)).pipelines;
    if (giant === undefined) throw new Error('the giant is missing');
    const pipeline: PipelineKey = { ...key, pipeline: giant.id };
    const first = `${sandbox.url}/api/v4/projects/${project.id}/pipelines/${giant.id}/jobs?per_page=100&include_retried=true`;
    const expand = async (): Promise<PipelineContent> => {
      pipelines.clear();
      transport.forget();
      const content = await pipelines.content(pipeline);
      content.stages.map(stageRow);
      return content;
    };
    const open = async (): Promise<void> => {
      const rows = rowsOf(await expand(), pipelines, pipeline.base);
      if (rows.length < JOBS) throw new Error(`only ${rows.length} rows`);
    };
    const again = async (): Promise<void> => {
      await pipelines.poll(undefined, true);
    };
    pipelines.retainPipeline(pipeline);
    const opened = await measure(
      [
        { name: 'bare requests', run: repeated(() => bareJobs(first, sandbox.tokens.owner, agent)) },
        { name: 'expanded, its stages', run: repeated(expand) },
        { name: 'and each job’s row', run: repeated(open) },
        { name: 'a look, nothing new', run: repeated(again) },
      ],
      1,
      9,
    );
    print(`Opening a pipeline of ${JOBS.toLocaleString('en')} jobs`, opened, 'goal at most 1.5 x');
  } finally {
    transport.dispose();
    wire.dispose();
    agent.destroy();
    sandbox.close();
  }
}

interface LargeSandbox {
  readonly url: string;
  readonly tokens: { readonly owner: string };
  readonly projects: readonly { readonly id: number; readonly path: string }[];
  readonly close: () => void;
}

/**
 * Starts the sandbox in a separate process, so that it isn't measured. Its first line of output contains its
 * URL.
 */
async function startLargeSandbox(): Promise<LargeSandbox> {
  const script = fileURLToPath(new URL('../../scripts/sandbox.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, '--seed', 'large', '--still', '--exit-with-stdin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue;
    const sandbox = JSON.parse(line) as Omit<LargeSandbox, 'close'>;
    return { ...sandbox, close: () => child.stdin.end() };
  }
  throw new Error("The sandbox didn't start");
}

const repeated =
  (once: () => unknown) =>
  async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await once();
  };

/** Returns rows of all stages and jobs, like the view when everything is expanded. */
function rowsOf(content: PipelineContent, pipelines: Pipelines, base: string): Row[] {
  const now = Date.now();
  return content.stages.flatMap((stage) => [
    stageRow(stage),
    ...stage.members.map((member) => {
      const wait = waitReason(member.job, { runners: () => pipelines.runnersOn(base), now });
      const context = { now, busy: false, wait, flaky: isFlaky(member) };
      return member.kind === 'job' ? jobRow(member.job, context) : bridgeRow(member.job, context);
    }),
  ]);
}

/** Fetches all pages of jobs and parses only their JSON. */
async function bareJobs(first: string, token: string, agent: Agent): Promise<number> {
  let jobs = 0;
  for (let url: string | undefined = first; url !== undefined;) {
    const { body, link } = await bareGet(url, token, agent);
    jobs += (JSON.parse(body) as unknown[]).length;
    url = nextLink(link);
  }
  return jobs;
}

function bareGet(
  url: string,
  token: string,
  agent: Agent,
): Promise<{ readonly body: string; readonly link: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { accept: 'application/json', 'private-token': token } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ body: Buffer.concat(chunks).toString(), link: [response.headers['link']].flat().join() });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

function print(title: string, measured: readonly Measured[], note: string): void {
  console.log(`${title} (${note})`);
  for (const { name, ms, ratio } of measured) {
    console.log(
      `  ${name.padEnd(22)}${`${ms.toFixed(1)} ms`.padStart(11)}${`${ratio.toFixed(2)} x`.padStart(9)}`,
    );
  }
}
