import { env, Uri } from 'vscode';
import type { Client } from '../../../api/client';
import { readSettings, type TrackingSettings } from '../../../app/errors/calls';
import { type Backend, changeBackend } from '../../../app/errors/tracking-settings';
import type { ErrorPlace } from '../../../app/shared/error-keys';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { webPage } from '../../../presentation/shared/links';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import { requireRole } from '../../shared/commands/role-check';
import type { MessageAction, PickItem } from '../../shared/editor/prompts';
import { type ErrorPlaceDeps, errorPlaceOf } from './place';

export interface ErrorSettingsDeps extends ErrorPlaceDeps {
  readonly clientFor: (base: string) => Client;
  /** Reloads the errors of a project. */
  readonly reread: (place: ErrorPlace, signal: AbortSignal) => Promise<unknown>;
}

const BACKEND_LABELS: Readonly<
  Record<Backend, { readonly label: () => string; readonly detail: () => string }>
> = {
  integrated: {
    label: () => t('Integrated Backend'),
    detail: () => t('The server receives and stores errors'),
  },
  external: {
    label: () => t('External Backend'),
    detail: () => t('A service such as Sentry stores errors; set its URL and token on the settings page'),
  },
  off: { label: () => t('Off'), detail: () => t('Errors are no longer listed; stored errors are kept') },
};
const ICONS: Readonly<Record<Backend, string>> = {
  integrated: 'server',
  external: 'server-environment',
  off: 'circle-slash',
};
const BACKENDS: readonly Backend[] = ['integrated', 'external', 'off'];

/** Reads and changes where the errors of a project are stored. */
export function errorSettingsCommand(deps: ErrorSettingsDeps): CommandRow {
  const { clientFor, prompts, reread } = deps;
  return {
    id: COMMAND.errorSettings,
    failure: () => t("Couldn't change the error tracking settings."),
    run: async (argument) => {
      const place = await errorPlaceOf(argument, deps, {
        title: t('Change Error Tracking Settings'),
        placeholder: t('Select a project to change error tracking settings for'),
      });
      if (place === undefined) return;
      requireRole({ roles: deps.projects }, 'changeErrorTracking', place);
      const client = clientFor(place.base);
      const settings = await deps.prompts.progress.inView(
        t('Loading settings…'),
        (signal) => readSettings(client, place, { signal }),
        VIEW.errors,
      );
      if (settings.state !== 'known') {
        prompts.showMessage('info', refusal(settings.state, place.path), pageOf(place, settings.state));
        return;
      }
      const current = backendOf(settings);
      const chosen = await prompts.pick({
        title: t('Change Error Tracking Settings of {0}', place.path),
        placeholder: t('Select where errors are stored'),
        items: BACKENDS.map((backend): PickItem<Backend> => ({
          label: BACKEND_LABELS[backend].label(),
          ...(backend === current ? { description: t('current') } : {}),
          detail: BACKEND_LABELS[backend].detail(),
          icon: ICONS[backend],
          value: backend,
        })),
      });
      if (chosen === undefined || chosen === current) return;
      await deps.prompts.progress.inView(
        t('Changing settings…'),
        async (signal) => {
          await changeBackend(client, place, chosen, { signal });
          // The settings are changed even if the errors can't be reloaded.
          await orUndefined(reread(place, signal));
        },
        VIEW.errors,
      );
    },
  };
}

function backendOf({ active, integrated }: Extract<TrackingSettings, { readonly state: 'known' }>): Backend {
  if (!active) return 'off';
  return integrated ? 'integrated' : 'external';
}

function refusal(state: 'disabled' | 'unknown', path: string): string {
  return state === 'disabled'
    ? t(
        "Error tracking settings aren't available because monitoring is disabled in {0}. A maintainer can turn on Monitor in Settings > General > Visibility, project features, permissions.",
        path,
      )
    : t('Changing the error tracking settings of {0} requires at least the Maintainer role.', path);
}

/** Opens the settings page. The API doesn't return its URL; this is the one of the GitLab service. */
function pageOf(place: ErrorPlace, state: 'disabled' | 'unknown'): MessageAction[] {
  const path = state === 'disabled' ? 'edit#js-shared-permissions' : '-/settings/operations';
  const page = webPage(`${place.base}/${place.path}/${path}`);
  if (page === undefined) return [];
  return [
    {
      title: t('Open Settings Page'),
      run: async () => {
        await env.openExternal(Uri.parse(page, true));
      },
      failure: () => t("Couldn't open the settings page."),
    },
  ];
}
