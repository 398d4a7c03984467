import {
  BOOLEAN_SETTINGS,
  CHOICES,
  LIST_SETTINGS,
  SECTION,
  SETTINGS,
  TEXTS,
} from '../presentation/shared/settings';
import { placeholder } from './placeholder';
import { SETTING_DEFINITIONS, type SettingDefinition } from './setting-descriptions';

/** What the code knows about a setting. */
interface Setting {
  readonly key: string;
  readonly default: unknown;
  readonly least?: number;
  readonly most?: number;
  readonly values?: readonly string[];
}

/** The tables of settings, with the type and scope of their settings. Workspaces can set only lists. */
const TABLES: readonly {
  readonly type: string;
  readonly scope: 'application' | 'window';
  readonly settings: Readonly<Record<string, Setting>>;
}[] = [
  { type: 'integer', scope: 'application', settings: SETTINGS },
  { type: 'boolean', scope: 'application', settings: BOOLEAN_SETTINGS },
  { type: 'string', scope: 'application', settings: TEXTS },
  { type: 'string', scope: 'application', settings: CHOICES },
  { type: 'array', scope: 'window', settings: LIST_SETTINGS },
];

const DEFINITIONS: readonly (readonly [name: string, definition: SettingDefinition])[] =
  Object.entries(SETTING_DEFINITIONS);

/** `contributes.configuration.properties`. */
export const contributedSettings = (): Readonly<Record<string, object>> =>
  Object.fromEntries(DEFINITIONS.map(([name, definition], index) => declare(name, definition, index + 1)));

/** Settings that an untrusted workspace can't set. */
export const restrictedSettings = (): readonly string[] =>
  TABLES.filter(({ scope }) => scope === 'window')
    .flatMap(({ settings }) => Object.values(settings))
    .map(({ key }) => `${SECTION}.${key}`)
    .sort();

/** Descriptions of settings and of their values. */
export const settingTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    DEFINITIONS.flatMap(([name, { description, texts = {} }]) => [
      [`setting.${name}`, description],
      ...Object.entries(texts).map(([key, text]) => [`setting.${name}.${key}`, text] as const),
    ]),
  );

/** Of each setting its full key, its default, and its texts, in the order of the settings editor. */
export const describeSettings = () =>
  DEFINITIONS.map(([name, { description, texts = {} }]) => {
    const { key, default: usual, values = [] } = find(name).setting;
    return {
      key: `${SECTION}.${key}`,
      usual,
      description,
      values: values.map((value) => [value, texts[value] ?? ''] as const),
    };
  });

function find(name: string) {
  for (const { settings, ...rest } of TABLES) {
    const setting = settings[name];
    if (setting !== undefined) return { ...rest, setting };
  }
  throw new Error(`src/presentation/shared/settings.ts has no setting ${name}`);
}

function declare(name: string, { items }: SettingDefinition, order: number): readonly [string, object] {
  const { type, scope, setting } = find(name);
  const { key, default: usual, least, most, values } = setting;
  const property = {
    type,
    default: usual,
    ...(least === undefined ? {} : { minimum: least, maximum: most }),
    ...(values === undefined
      ? {}
      : {
          enum: values,
          enumDescriptions: values.map((value) => placeholder(`setting.${name}.${value}`)),
        }),
    ...(items === undefined ? {} : { items }),
    scope,
    order,
    markdownDescription: placeholder(`setting.${name}`),
  };
  return [`${SECTION}.${key}`, property];
}
