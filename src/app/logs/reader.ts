import type { Client } from '../../api/client';
import type { Job } from '../../schemas/job';
import type { JobKey } from '../shared/keys';
import type { Appended, Incoming, LogOutput, Reading, Written } from './output';
import { LogOverlap } from './overlap';
import { askTrace, type LogPart } from './request';

interface LogReaderDeps {
  readonly client: Client;
  readonly output: LogOutput;
  readonly written: Written;
}

/** Reads what is new of a log from the server, and the start and end of a log that is too large to show. */
export class LogReader {
  readonly #key: JobKey;
  readonly #deps: LogReaderDeps;
  #etag: string | undefined;
  #overlap = new LogOverlap();
  /** False if the server's size of the log turned out to be wrong. */
  #trustsSize = true;

  constructor(key: JobKey, deps: LogReaderDeps) {
    this.#key = key;
    this.#deps = deps;
  }

  /** The next bytes are the first ones. */
  reset(): void {
    this.#etag = undefined;
    this.#overlap = new LogOverlap();
  }

  /** Requests the bytes that weren't read. */
  ask(signal: AbortSignal): Promise<LogPart | 'replaced' | undefined> {
    return this.#askFrom(this.#deps.output.window.read, this.#overlap.last, signal);
  }

  /** Adds a response. If the log is too large to show, requests its end instead of the rest. */
  async append(part: LogPart, state: Reading, signal: AbortSignal): Promise<Appended> {
    const size = this.#trustsSize ? sizeOf(state.job, part) : undefined;
    const { window } = this.#deps.output;
    window.expect(0, size);
    const start = await this.appendAll({ ...part, size }, state, signal);
    const offset = window.endOf(size);
    if (offset === undefined) {
      this.#etag = part.etag ?? this.#etag;
      return start;
    }
    const end = await this.#askFrom(offset, new Uint8Array(), signal);
    const appended =
      end === undefined || end === 'replaced' ? NOTHING : await this.#appendEnd(end, offset, state, signal);
    this.#trustsSize = appended.bytes > 0;
    return { bytes: start.bytes + appended.bytes, missing: this.#trustsSize ? appended.missing : 1 };
  }

  /** Adds all bytes of a response or of a stored log. */
  appendAll(incoming: Incoming, state: Reading, signal: AbortSignal): Promise<Appended> {
    const { output, written } = this.#deps;
    const add = (at: number, bytes: Uint8Array): Promise<void> => {
      this.#overlap.add(at, bytes);
      return written(at, bytes);
    };
    return output.append(incoming, state, add, signal);
  }

  /** `offset`: where the end begins. Servers without parts send the whole log. */
  #appendEnd(part: LogPart, offset: number, state: Reading, signal: AbortSignal): Promise<Appended> {
    const { window } = this.#deps.output;
    if (part.from !== offset)
      return this.appendAll({ ...part, skip: window.read - part.from }, state, signal);
    window.skipTo(offset);
    this.#overlap.skip();
    return this.appendAll(part, state, signal);
  }

  #askFrom(offset: number, last: Uint8Array, signal: AbortSignal): Promise<LogPart | 'replaced' | undefined> {
    const { project: id, job: job_id } = this.#key;
    const overlap = { first: this.#overlap.first, last };
    return askTrace(this.#deps.client, { id, job_id }, { signal, etag: this.#etag, offset, overlap });
  }
}

/** The log isn't the one that was read. */
const NOTHING: Appended = { bytes: 0, missing: 1 };

/** The number of bytes of a log, if the server says it. The file with the log exists when the job is finished. */
function sizeOf({ artifacts }: Job, { from, length }: LogPart): number | undefined {
  if (length !== undefined) return from + length;
  return artifacts?.find(({ file_type: type }) => type === 'trace')?.size ?? undefined;
}
