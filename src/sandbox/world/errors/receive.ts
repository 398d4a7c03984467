import { isRecord } from '../../../base/record';
import type { Project } from '../model';
import type { World } from '../world';
import { objectOf, readEnvelope, type EnvelopeItem } from './envelope';
import { eventIdOf, readEvent } from './read-event';
import type { SessionCounts } from './model';

/** What became of something that an SDK sent: the id of its event, where it has one. */
export type Received =
  | { readonly kind: 'taken'; readonly id: string | undefined }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' };

/** The most that one event may hold. */
const LARGEST_EVENT = 1024 * 1024;

/** Takes what an SDK posts to the envelope endpoint (doc 2 §2): events and sessions; other items are passed over. */
export function receiveEnvelope(world: World, project: Project, bytes: Buffer): Received {
  const envelope = readEnvelope(bytes);
  if (envelope === undefined) return { kind: 'malformed' };
  const events = envelope.items.filter(({ type }) => type === 'event');
  if (events.some(({ payload }) => payload.length > LARGEST_EVENT)) return { kind: 'too-large' };
  const payloads = events.map(({ payload }) => objectOf(payload));
  if (payloads.includes(undefined)) return { kind: 'malformed' };
  const id = envelope.header['event_id'];
  for (const payload of payloads) {
    world.errors.add(project, readEvent({ event_id: id, ...payload }, world.time));
  }
  for (const item of envelope.items) countSessions(world.errors.sessionsOf(project), item);
  const given = id ?? payloads[0]?.['event_id'];
  return { kind: 'taken', id: given === undefined && payloads.length === 0 ? undefined : eventIdOf(given) };
}

/** Takes what an SDK posts to the store endpoint (doc 2 §2): one event. */
export function receiveStore(world: World, project: Project, bytes: Buffer): Received {
  if (bytes.length > LARGEST_EVENT) return { kind: 'too-large' };
  const payload = objectOf(bytes);
  if (payload === undefined) return { kind: 'malformed' };
  const event = readEvent(payload, world.time);
  world.errors.add(project, event);
  return { kind: 'taken', id: event.id };
}

const numberOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** One session, or an aggregate of many. */
function countSessions(counts: SessionCounts, { type, payload }: EnvelopeItem): void {
  const fields = objectOf(payload) ?? {};
  if (type === 'session') {
    if (fields['init'] === true) counts.started++;
    if (fields['status'] === 'crashed') counts.crashed++;
    else if (numberOf(fields['errors']) > 0) counts.errored++;
  }
  if (type !== 'sessions') return;
  const aggregates = fields['aggregates'];
  const list: readonly unknown[] = Array.isArray(aggregates) ? aggregates : [];
  for (const each of list) {
    const sums = new Map<string, unknown>(isRecord(each) ? Object.entries(each) : []);
    const [exited, errored, crashed] = ['exited', 'errored', 'crashed'].map((name) =>
      numberOf(sums.get(name)),
    );
    counts.started += (exited ?? 0) + (errored ?? 0) + (crashed ?? 0);
    counts.errored += errored ?? 0;
    counts.crashed += crashed ?? 0;
  }
}
