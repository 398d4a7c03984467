import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { onRow } from '../menus';

/** Client keys of error tracking. */
export const CLIENT_KEY_COMMANDS = {
  createClientKey: {
    title: 'Create Client Key',
    icon: 'add',
    writes: 'errors',
    menus: [
      onRow('inline@1', WHEN.errors, 'clientKeys', 'canCreate'),
      onRow('2_keys@1', WHEN.errors, 'clientKeys', 'canCreate'),
    ],
  },
  copyClientKey: {
    title: 'Copy DSN',
    icon: 'copy',
    writes: 'nothing',
    menus: [onRow('inline@1', WHEN.errors, 'clientKey'), onRow('3_copy@1', WHEN.errors, 'clientKey')],
  },
  deleteClientKey: {
    title: 'Delete Client Key...',
    icon: 'trash',
    writes: 'errors',
    menus: [onRow('inline@2', WHEN.errors, 'clientKey'), onRow('9_danger@1', WHEN.errors, 'clientKey')],
  },
  findClientKeys: {
    title: 'Find Hard-Coded Client Keys',
    icon: 'search',
    writes: 'nothing',
    menus: [onRow('2_keys@3', WHEN.errors, 'clientKeys'), onRow('2_keys@2', WHEN.errors, 'clientKey')],
  },
  rotateClientKey: {
    title: 'Rotate Client Key...',
    icon: 'sync',
    writes: 'errors',
    menus: [
      onRow('inline@2', WHEN.errors, 'clientKeys', 'canRotate'),
      onRow('2_keys@2', WHEN.errors, 'clientKeys', 'canRotate'),
      onRow('2_keys@1', WHEN.errors, 'clientKey', 'canRotate'),
    ],
  },
  continueRotation: {
    title: 'Continue Client Key Rotation',
    shortTitle: 'Continue Rotation',
    icon: 'debug-continue',
    writes: 'errors',
    menus: [
      onRow('inline@1', WHEN.errors, 'rotation'),
      onRow('2_keys@1', WHEN.errors, 'rotation'),
      onRow('inline@1', WHEN.errors, 'rotationStep', 'current'),
      onRow('2_keys@1', WHEN.errors, 'rotationStep', 'current'),
    ],
  },
  stopRotation: {
    title: 'Stop Client Key Rotation',
    shortTitle: 'Stop Rotation',
    icon: 'close',
    writes: 'nothing',
    menus: [onRow('inline@2', WHEN.errors, 'rotation'), onRow('9_danger@1', WHEN.errors, 'rotation')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
