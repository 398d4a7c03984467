import { COLOR, type ColorName } from '../presentation/shared/colors';
import { placeholder } from './placeholder';

/**
 * A color by kind of theme. In high-contrast themes, the color for failures is brighter than that for
 * success.
 */
interface ColorDefinition {
  readonly description: string;
  readonly dark: string;
  readonly light: string;
  readonly highContrast: string;
  readonly highContrastLight: string;
}

export const COLOR_DEFINITIONS: Readonly<Record<ColorName, ColorDefinition>> = {
  passed: {
    description: 'Color of icons for passed pipelines and jobs, and for resolved threads and errors.',
    dark: '#73c991',
    light: '#388a34',
    highContrast: '#2ea043',
    highContrastLight: '#007100',
  },
  failed: {
    description: 'Color of icons for failed pipelines and jobs, and for unresolved errors.',
    dark: '#f14c4c',
    light: '#cd3131',
    highContrast: '#ff7070',
    highContrastLight: '#b5200d',
  },
  warning: {
    description: 'Color of icons for warnings and unresolved threads.',
    dark: '#cca700',
    light: '#855f00',
    highContrast: '#ffd370',
    highContrastLight: '#895503',
  },
  waiting: {
    description: 'Color of icons for pipelines and jobs that are waiting or being canceled.',
    dark: '#cca700',
    light: '#855f00',
    highContrast: '#ffd370',
    highContrastLight: '#895503',
  },
  running: {
    description: 'Color of icons for running pipelines and jobs.',
    dark: '#3794ff',
    light: '#1a75e0',
    highContrast: '#6cb6ff',
    highContrastLight: '#0f4a85',
  },
  inactive: {
    description:
      'Color of icons for canceled, skipped, and delayed pipelines and jobs, and for disabled items.',
    dark: '#9d9d9d',
    light: '#717171',
    highContrast: '#a5a5a5',
    highContrastLight: '#6b6b6b',
  },
};

const COLOR_NAMES: readonly ColorName[] = ['passed', 'failed', 'warning', 'waiting', 'running', 'inactive'];

/** `contributes.colors`. */
export const contributedColors = (): readonly object[] =>
  COLOR_NAMES.map((name) => {
    const { description: _, ...defaults } = COLOR_DEFINITIONS[name];
    return { id: COLOR[name], description: placeholder(`color.${name}`), defaults };
  });

/** Returns the ID and description of each color. */
export const describeColors = () =>
  COLOR_NAMES.map((name) => ({ id: COLOR[name], description: COLOR_DEFINITIONS[name].description }));

/** Returns the descriptions of colors. */
export const colorTexts = (): Readonly<Record<string, string>> =>
  Object.fromEntries(COLOR_NAMES.map((name) => [`color.${name}`, COLOR_DEFINITIONS[name].description]));
