import {
  BOOLEAN_SETTINGS,
  CHOICES,
  LIST_SETTINGS,
  SECTION,
  SETTINGS,
  TEXTS,
} from '../presentation/shared/settings';
import { placeholder } from './placeholder';
import {
  SETTING_DEFINITIONS,
  SETTING_GROUPS,
  type SettingDefinition,
  type SettingScope,
} from './setting-descriptions';

/** Data of a setting in `src/presentation/shared/settings.ts`. */
interface Setting {
  readonly key: string;
  readonly default: unknown;
  readonly least?: number;
  readonly most?: number;
  readonly values?: readonly string[];
}

/** The tables of settings, with the type of their values. */
const TABLES: readonly {
  readonly type: string;
  readonly settings: Readonly<Record<string, Setting>>;
}[] = [
  { type: 'integer', settings: SETTINGS },
  { type: 'boolean', settings: BOOLEAN_SETTINGS },
  { type: 'string', settings: TEXTS },
  { type: 'string', settings: CHOICES },
  { type: 'array', settings: LIST_SETTINGS },
];

const DEFINITIONS: readonly (readonly [name: string, definition: SettingDefinition])[] =
  Object.entries(SETTING_DEFINITIONS);

const GROUPS = Object.entries(SETTING_GROUPS).map(([id, title]) => ({
  id,
  title,
  definitions: DEFINITIONS.filter(([, { group }]) => group === id),
}));

/** `contributes.configuration`, with a heading for each group. */
export const contributedSettings = (): readonly object[] =>
  GROUPS.map(({ id, definitions }, index) => ({
    title: placeholder(`setting.group.${id}`),
    order: index + 1,
    properties: Object.fromEntries(
      definitions.map(([name, definition], at) => declare(name, definition, at + 1)),
    ),
  }));

/** Returns the settings that an untrusted workspace can't set. */
export const restrictedSettings = (): readonly string[] =>
  DEFINITIONS.filter(([, definition]) => scopeOf(definition) !== 'application')
    .map(([name]) => `${SECTION}.${find(name).setting.key}`)
    .sort();

/** Returns headings and the descriptions of settings and their values. */
export const settingTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries<string>([
    ...GROUPS.map(({ id, title }) => [`setting.group.${id}`, title] as const),
    ...DEFINITIONS.flatMap(([name, { description, texts = {} }]) => [
      [`setting.${name}`, description] as const,
      ...Object.entries(texts).map(([key, text]) => [`setting.${name}.${key}`, text] as const),
    ]),
  ]);

/** Returns the key, default, and texts of each setting by heading, in the order of the settings editor. */
export const describeSettings = () =>
  GROUPS.map(({ title, definitions }) => ({ title, settings: definitions.map(describe) }));

const scopeOf = ({ scope = 'application' }: SettingDefinition): SettingScope => scope;

function describe([name, definition]: (typeof DEFINITIONS)[number]) {
  const { description, texts = {} } = definition;

  const { key, default: usual, values = [] } = find(name).setting;
  return {
    key: `${SECTION}.${key}`,
    usual,
    description,
    scope: scopeOf(definition),
    values: values.map((value) => [value, texts[value] ?? ''] as const),
  };
}

function find(name: string) {
  for (const { settings, ...rest } of TABLES) {
    const setting = settings[name];
    if (setting !== undefined) return { ...rest, setting };
  }
  throw new Error(`src/presentation/shared/settings.ts has no setting ${name}`);
}

function declare(name: string, definition: SettingDefinition, order: number): readonly [string, object] {
  const { items } = definition;
  const { type, setting } = find(name);
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
    scope: scopeOf(definition),
    order,
    markdownDescription: placeholder(`setting.${name}`),
  };
  return [`${SECTION}.${key}`, property];
}
