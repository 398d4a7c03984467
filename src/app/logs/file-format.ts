import { createHash } from 'node:crypto';
import { parseJson } from '../../base/parse-json';
import type { Job } from '../../schemas/job';
import { type StoredLogFacts, storedLogSchema } from '../../schemas/stored/log';
import type { JobKey } from '../shared/keys';
import type { OpenFile } from './folder';

/** Thrown if a stored file is damaged. */
export class DamagedLogError extends Error {
  override readonly name = 'DamagedLogError';
  constructor() {
    super('The stored log is damaged');
  }
}

/** A log stored on the local disk. */
export interface StoredLog {
  readonly job: Job;
  /** When it was read from the server, in Unix milliseconds. */
  readonly keptAt: number;
  readonly bytes: number;
  /**
   * The raw bytes from `from`. Throws `DamagedLogError` at the end if all bytes were read and the checksum
   * differs.
   */
  read(from?: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** The last bytes of each file: a marker, and the length of the metadata before it. */
const MARK = '\nswitchyard-log-1 ';
const DIGITS = 10;
const FOOTER_BYTES = MARK.length + DIGITS + 1;
const MAX_FACTS_BYTES = 1_000_000;

/** The bytes after a log: its metadata, and a footer with the length of the metadata. */
export function trailer(facts: StoredLogFacts): Uint8Array {
  const text = Buffer.from(JSON.stringify(facts));
  const footer = `${MARK}${String(text.length).padStart(DIGITS, '0')}\n`;
  return Buffer.concat([text, Buffer.from(footer)]);
}

/** Reads the metadata of a file. Rejects with `DamagedLogError` if it belongs to another job or is incomplete. */
export async function openStored(file: OpenFile, key: JobKey): Promise<StoredLog> {
  const footer = (await bytesOf(file, file.bytes - FOOTER_BYTES, file.bytes)).toString('latin1');
  const [, digits] = /^\nswitchyard-log-1 (\d{10})\n$/.exec(footer) ?? [];
  const end = file.bytes - FOOTER_BYTES;
  const start = end - Number(digits ?? NaN);
  if (!(start >= 0) || end - start > MAX_FACTS_BYTES) throw new DamagedLogError();
  const facts = readFacts((await bytesOf(file, start, end)).toString());
  const { base, project, job } = key;
  const fits = facts?.base === base && facts.project === project && facts.job.id === job;
  if (!fits || facts.bytes !== start) throw new DamagedLogError();
  return {
    job: facts.job,
    keptAt: facts.keptAt,
    bytes: facts.bytes,
    read: (from = 0) => checked(file.read(from, facts.bytes), from === 0 ? facts.sha256 : undefined),
    close: () => file.close(),
  };
}

const readFacts = (text: string): StoredLogFacts | undefined =>
  storedLogSchema.safeParse(parseJson(text)).data;

async function* checked(
  pieces: AsyncIterable<Uint8Array>,
  sha256: string | undefined,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    if (sha256 !== undefined) hash.update(piece);
    yield piece;
  }
  if (sha256 !== undefined && hash.digest('hex') !== sha256) throw new DamagedLogError();
}

async function bytesOf(file: OpenFile, from: number, to: number): Promise<Buffer> {
  if (from < 0) throw new DamagedLogError();
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read(from, to)) pieces.push(piece);
  return Buffer.concat(pieces);
}
