import type { Client } from '../../api/client';
import type { Job } from '../../schemas/job';
import type { JobKey } from '../shared/keys';
import type { Appended, IncomingBytes, LogOutput, PartialLogState, WriteBytes } from './output';
import { LogOverlap } from './overlap';
import { type LogPart, requestLog, requestLogSize } from './request';

interface LogReaderDeps {
  readonly client: Client;
  readonly output: LogOutput;
  readonly written: WriteBytes;
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

  /** Adds a response. If the log is too large to show, requests its end instead of the rest, if the server allows it. */
  async append(part: LogPart, state: PartialLogState, signal: AbortSignal): Promise<Appended> {
    const { window } = this.#deps.output;
    const size = this.#trustsSize ? sizeOf(state.job, part) : undefined;
    window.expect(0, size);
    const other: { end?: LogPart | undefined } = {};
    const endsEarly = async (): Promise<boolean> => {
      if (this.#trustsSize) other.end = await this.#askEnd(size, signal);
      return other.end !== undefined;
    };
    const start = await this.appendAll({ ...part, endsEarly }, state, signal);
    const { end } = other;
    if (end === undefined) {
      this.#etag = part.etag ?? this.#etag;
      return start;
    }
    window.skipTo(end.from);
    this.#overlap.skip();
    const appended = await this.appendAll(end, state, signal);
    this.#trustsSize = appended.bytes > 0;
    return { bytes: start.bytes + appended.bytes, missing: this.#trustsSize ? appended.missing : 1 };
  }

  /** Adds all bytes of a response or of a stored log. */
  appendAll(incoming: IncomingBytes, state: PartialLogState, signal: AbortSignal): Promise<Appended> {
    const { output, written } = this.#deps;
    const add = (at: number, bytes: Uint8Array): Promise<void> => {
      this.#overlap.add(at, bytes);
      return written(at, bytes);
    };
    return output.append(incoming, state, add, signal);
  }

  /** Requests the end of a log that is too large to show. Undefined if the server only sends the whole log. */
  async #askEnd(known: number | undefined, signal: AbortSignal): Promise<LogPart | undefined> {
    const size = known ?? (await requestLogSize(this.#deps.client, this.#args, signal));
    const offset = this.#deps.output.window.endOf(size);
    if (offset === undefined) return undefined;
    const end = await this.#askFrom(offset, new Uint8Array(), signal);
    if (end === undefined || end === 'replaced') return undefined;
    if (end.from === offset) return end;
    end.cancel();
    return undefined;
  }

  #askFrom(offset: number, last: Uint8Array, signal: AbortSignal): Promise<LogPart | 'replaced' | undefined> {
    const overlap = { first: this.#overlap.first, last };
    return requestLog(this.#deps.client, this.#args, { signal, etag: this.#etag, offset, overlap });
  }

  get #args() {
    return { id: this.#key.project, job_id: this.#key.job };
  }
}

/** The number of bytes of a log, if the server has sent it. The file with the log exists when the job is finished. */
function sizeOf({ artifacts }: Job, { from, length }: LogPart): number | undefined {
  if (length !== undefined) return from + length;
  return artifacts?.find(({ file_type: type }) => type === 'trace')?.size ?? undefined;
}
