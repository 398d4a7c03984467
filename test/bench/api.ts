// Measures the overhead of the client. Prints ratios to baselines of the same run; asserts nothing.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { parseBaseAddress } from '../../src/api/base-address';
import { createClient } from '../../src/api/create-client';
import { getJob, listProjectJobs } from '../../src/api/endpoints/jobs';
import { listProjectMergeRequests } from '../../src/api/endpoints/merge-requests';
import { createPolicyTransport } from '../../src/api/http-policy/policy-transport';
import { nodeTransport, type Transport } from '../../src/api/transport';
import { type ValidatedList, validateList } from '../../src/api/validate';
import { systemClock } from '../../src/base/clock';
import { silentLog } from '../../src/base/log';
import { measure, type Measured, type Subject } from './measure';
import { jobOf, mergeRequestOf, pageOf } from './pages';

const TOKEN = 'glpat-bench-bench-bench';

export async function bench(): Promise<void> {
  await benchPages();
  await benchRequests();
}

async function benchPages(): Promise<void> {
  await benchPage('100 jobs', pageOf(jobOf), (values) => validateList(listProjectJobs.response.item, values));
  await benchPage('100 merge requests', pageOf(mergeRequestOf), (values) =>
    validateList(listProjectMergeRequests.response.item, values),
  );
}

async function benchPage(
  name: string,
  text: string,
  validate: (values: readonly unknown[]) => ValidatedList<unknown>,
): Promise<void> {
  const read = (): void => {
    const [problem] = validate(JSON.parse(text) as unknown[]).problems;
    if (problem !== undefined) throw new Error(problem.problem);
  };
  const measured = await measure(
    [repeated('JSON.parse', () => JSON.parse(text) as unknown), repeated('parse and validate', read)],
    50,
    21,
  );
  print(`Page of ${name}, ${Math.round(text.length / 1000)} kB`, measured, 'goal at most 3.3 x');
}

const repeated = (name: string, once: () => unknown): Subject => ({
  name,
  run: (times) => {
    for (let count = 0; count < times; count += 1) once();
  },
});

async function benchRequests(): Promise<void> {
  const worker = new Worker(new URL('./server.mjs', import.meta.url), {
    workerData: JSON.stringify(jobOf(1)),
  });
  const [address] = (await once(worker, 'message')) as [AddressInfo];
  const url = `http://127.0.0.1:${address.port}`;
  const agent = new Agent({ keepAlive: true });
  const wire = nodeTransport({ userAgent: 'switchyard/0.0.0', clock: systemClock });
  const limits = { perMinute: 1e9 };
  const policy = createPolicyTransport(wire, { clock: systemClock, limits });
  try {
    for (const together of [1, 6]) {
      const subjects = [
        requests('bare node:http', together, () => bareGet(`${url}/api/v4/projects/1/jobs/1`, agent)),
        requests('client', together, caller(url, wire)),
        requests('client with HTTP policy', together, caller(url, policy)),
      ];
      const measured = await measure(subjects, 600, 9);
      print(
        `Requests over loopback keep-alive, ${together} at a time`,
        measured,
        'time of the client to bare',
      );
    }
  } finally {
    policy.dispose();
    wire.dispose();
    agent.destroy();
    await worker.terminate();
  }
}

/** Sends requests with a limited number in parallel. */
const requests = (name: string, together: number, one: (number: number) => Promise<unknown>): Subject => ({
  name,
  run: async (times) => {
    let left = times;
    const lane = async (): Promise<void> => {
      while (left > 0) await one(left--);
    };
    await Promise.all(Array.from({ length: together }, lane));
  },
});

/** Fetches jobs with the client; each has a different URL, so that no responses are shared. */
function caller(url: string, transport: Transport): (number: number) => Promise<unknown> {
  const parsed = parseBaseAddress(url);
  if (!parsed.ok) throw new Error(parsed.problem);
  const client = createClient({
    base: parsed.address,
    credential: { kind: 'personal', token: () => Promise.resolve(TOKEN) },
    transport,
    clock: systemClock,
    log: silentLog,
  });
  return (number) => client.call(getJob, { id: 1, job_id: number });
}

function bareGet(url: string, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { accept: 'application/json', 'private-token': TOKEN } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

function print(title: string, measured: readonly Measured[], note: string): void {
  console.log(`${title} (${note})`);
  for (const { name, ms, ratio } of measured) {
    const speed = `${ms.toFixed(3)} ms`.padStart(11);
    const rate = `${Math.round(1000 / ms).toLocaleString('en')}/s`.padStart(10);
    console.log(`  ${name.padEnd(22)}${speed}${rate}${`${ratio.toFixed(2)} x`.padStart(9)}`);
  }
}
