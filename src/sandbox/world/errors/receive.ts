import type { Project } from '../model';
import type { World } from '../world';
import { objectOf, readEnvelope } from './envelope';
import { eventIdOf, readEvent } from './read-event';

/** Result of receiving data from an SDK, with the ID of the event, if there is one. */
export type Received =
  | { readonly kind: 'taken'; readonly id: string | undefined }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' };

/** Maximum size of an event in bytes. */
const MAX_EVENT_SIZE = 1024 * 1024;

/**
 * Handles a request to the envelope endpoint (server-behavior.md#ingestion): stores events and sessions, and
 * ignores other items.
 */
export function receiveEnvelope(world: World, project: Project, bytes: Buffer): Received {
  const envelope = readEnvelope(bytes);
  if (envelope === undefined) return { kind: 'malformed' };
  const events = envelope.items.filter(({ type }) => type === 'event');
  if (events.some(({ payload }) => payload.length > MAX_EVENT_SIZE)) return { kind: 'too-large' };
  const payloads = events.map(({ payload }) => objectOf(payload));
  if (payloads.includes(undefined)) return { kind: 'malformed' };
  const id = envelope.header['event_id'];
  for (const payload of payloads) {
    world.errors.add(project, readEvent({ event_id: id, ...payload }, world.time));
  }
  const sessions = world.errors.sessionsOf(project);
  for (const { type, payload } of envelope.items) {
    if (type === 'session') sessions.update(objectOf(payload) ?? {});
    if (type === 'sessions') sessions.reportSums(objectOf(payload) ?? {});
  }
  const given = id ?? payloads[0]?.['event_id'];
  return { kind: 'taken', id: given === undefined && payloads.length === 0 ? undefined : eventIdOf(given) };
}

/** Handles a request to the store endpoint (server-behavior.md#ingestion), which contains one event. */
export function receiveStore(world: World, project: Project, bytes: Buffer): Received {
  if (bytes.length > MAX_EVENT_SIZE) return { kind: 'too-large' };
  const payload = objectOf(bytes);
  if (payload === undefined) return { kind: 'malformed' };
  const event = readEvent(payload, world.time);
  world.errors.add(project, event);
  return { kind: 'taken', id: event.id };
}
