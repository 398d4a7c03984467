// Colors, fonts, and default styles that VS Code provides to pages in each theme. Copied from the
// document of a page in VS Code: the style of its root element, and its element with the ID `_defaultStyles`.

const KINDS = {
  dark: 'vscode-dark vscode-reduce-motion',
  light: 'vscode-light vscode-reduce-motion',
  'high-contrast': 'vscode-high-contrast vscode-reduce-motion',
  'high-contrast-light': 'vscode-high-contrast-light vscode-high-contrast vscode-reduce-motion',
};

/** Values in the order of `KINDS`; a single value is the same in all themes. */
const VARIABLES = {
  '--text-link-decoration': ['none'],
  '--vscode-badge-background': ['#616161', '#cccccc', '#000000', '#0f4a85'],
  '--vscode-badge-foreground': ['#f8f8f8', '#3b3b3b', '#ffffff', '#ffffff'],
  '--vscode-button-background': ['#0078d4', '#005fb8', '#000000', '#0f4a85'],
  '--vscode-button-border': ['rgba(255, 255, 255, 0.1)', 'rgba(0, 0, 0, 0.1)', '#6fc3df', '#0f4a85'],
  '--vscode-button-foreground': ['#ffffff'],
  '--vscode-button-hoverBackground': ['#026ec1', '#0258a8', '#000000', '#0f4a85'],
  '--vscode-button-secondaryBackground': ['rgba(0, 0, 0, 0)', '#e5e5e5', undefined, '#ffffff'],
  '--vscode-button-secondaryForeground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-button-secondaryHoverBackground': ['#2b2b2b', '#cccccc', undefined, undefined],
  '--vscode-charts-blue': ['#59a4f9', '#0063d3', '#59a4f9', '#0063d3'],
  '--vscode-charts-green': ['#89d185', '#388a34', '#89d185', '#374e06'],
  '--vscode-charts-purple': ['#b180d7', '#652d90', '#b180d7', '#652d90'],
  '--vscode-contrastActiveBorder': [undefined, undefined, '#f38518', '#006bbd'],
  '--vscode-contrastBorder': [undefined, undefined, '#6fc3df', '#0f4a85'],
  '--vscode-debugTokenExpression-name': ['#c586c0', '#9b46b0', '#ffffff', '#292929'],
  '--vscode-debugTokenExpression-number': ['#b5cea8', '#098658', '#89d185', '#098658'],
  '--vscode-debugTokenExpression-string': ['#ce9178', '#a31515', '#f48771', '#a31515'],
  '--vscode-descriptionForeground': [
    '#9d9d9d',
    '#3b3b3b',
    'rgba(255, 255, 255, 0.7)',
    'rgba(41, 41, 41, 0.7)',
  ],
  '--vscode-diffEditor-insertedLineBackground': [
    'rgba(155, 185, 85, 0.2)',
    'rgba(155, 185, 85, 0.2)',
    undefined,
    undefined,
  ],
  '--vscode-diffEditor-insertedTextBorder': [undefined, undefined, '#33ff2e', '#374e06'],
  '--vscode-diffEditor-removedLineBackground': [
    'rgba(255, 0, 0, 0.2)',
    'rgba(255, 0, 0, 0.2)',
    undefined,
    undefined,
  ],
  '--vscode-diffEditor-removedTextBorder': [undefined, undefined, '#ff008f', '#ad0707'],
  '--vscode-dropdown-background': ['#313131', '#ffffff', '#000000', '#ffffff'],
  '--vscode-dropdown-border': ['#3c3c3c', '#cecece', '#6fc3df', '#0f4a85'],
  '--vscode-dropdown-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-editor-background': ['#1f1f1f', '#ffffff', '#000000', '#ffffff'],
  '--vscode-editor-findMatchBackground': ['#9e6a03', '#a8ac94', undefined, undefined],
  '--vscode-editor-findMatchHighlightBackground': [
    'rgba(234, 92, 0, 0.33)',
    'rgba(234, 92, 0, 0.33)',
    undefined,
    undefined,
  ],
  '--vscode-editor-font-family': ["'Droid Sans Mono', monospace"],
  '--vscode-editor-font-size': ['14px'],
  '--vscode-editor-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-editorLineNumber-activeForeground': ['#cccccc', '#171184', '#f38518', '#006bbd'],
  '--vscode-editorSuggestWidget-background': ['#202020', '#f8f8f8', '#0c141f', '#ffffff'],
  '--vscode-editorSuggestWidget-border': [
    'rgba(204, 204, 204, 0.2)',
    'rgba(59, 59, 59, 0.2)',
    '#6fc3df',
    '#0f4a85',
  ],
  '--vscode-editorSuggestWidget-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-editorSuggestWidget-selectedBackground': ['#04395e', '#e8e8e8', '#ffffff', '#292929'],
  '--vscode-editorSuggestWidget-selectedForeground': ['#ffffff', '#000000', '#0c141f', '#ffffff'],
  '--vscode-editorWarning-foreground': ['#cca700', '#bf8803', '#ffd370', '#895503'],
  '--vscode-editorWidget-background': ['#202020', '#f8f8f8', '#0c141f', '#ffffff'],
  '--vscode-editorWidget-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-errorForeground': ['#f85149', '#f85149', '#f48771', '#b5200d'],
  '--vscode-focusBorder': ['#0078d4', '#005fb8', '#f38518', '#006bbd'],
  '--vscode-font-family': ['system-ui, "Ubuntu", "Droid Sans", sans-serif'],
  '--vscode-font-size': ['13px'],
  '--vscode-font-weight': ['normal'],
  '--vscode-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-icon-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-input-background': ['#313131', '#ffffff', '#000000', '#ffffff'],
  '--vscode-input-border': ['#3c3c3c', '#cecece', '#6fc3df', '#0f4a85'],
  '--vscode-input-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-input-placeholderForeground': [
    '#989898',
    '#767676',
    'rgba(255, 255, 255, 0.7)',
    'rgba(41, 41, 41, 0.7)',
  ],
  '--vscode-inputOption-activeBackground': [
    'rgba(36, 137, 219, 0.51)',
    '#bed6ed',
    'rgba(0, 0, 0, 0)',
    'rgba(0, 0, 0, 0)',
  ],
  '--vscode-inputOption-activeBorder': ['#2488db', '#005fb8', '#6fc3df', '#0f4a85'],
  '--vscode-inputOption-activeForeground': ['#ffffff', '#000000', '#ffffff', '#292929'],
  '--vscode-inputValidation-errorBorder': ['#be1100', '#be1100', '#6fc3df', '#0f4a85'],
  '--vscode-keybindingLabel-background': [
    'rgba(128, 128, 128, 0.17)',
    'rgba(221, 221, 221, 0.4)',
    'rgba(0, 0, 0, 0)',
    'rgba(0, 0, 0, 0)',
  ],
  '--vscode-keybindingLabel-border': [
    'rgba(51, 51, 51, 0.6)',
    'rgba(204, 204, 204, 0.4)',
    '#6fc3df',
    '#0f4a85',
  ],
  '--vscode-keybindingLabel-bottomBorder': [
    'rgba(68, 68, 68, 0.6)',
    'rgba(187, 187, 187, 0.4)',
    '#6fc3df',
    '#292929',
  ],
  '--vscode-keybindingLabel-foreground': ['#cccccc', '#3b3b3b', '#ffffff', '#292929'],
  '--vscode-list-activeSelectionBackground': ['#04395e', '#e8e8e8', undefined, 'rgba(15, 74, 133, 0.1)'],
  '--vscode-list-activeSelectionForeground': ['#ffffff', '#000000', undefined, undefined],
  '--vscode-list-hoverBackground': [
    '#2a2d2e',
    '#f2f2f2',
    'rgba(255, 255, 255, 0.1)',
    'rgba(15, 74, 133, 0.1)',
  ],
  '--vscode-panel-border': ['#2b2b2b', '#e5e5e5', '#6fc3df', '#0f4a85'],
  '--vscode-progressBar-background': ['#0078d4', '#005fb8', '#6fc3df', '#0f4a85'],
  '--vscode-scrollbarSlider-activeBackground': [
    'rgba(191, 191, 191, 0.4)',
    'rgba(0, 0, 0, 0.6)',
    '#6fc3df',
    '#0f4a85',
  ],
  '--vscode-scrollbarSlider-background': [
    'rgba(121, 121, 121, 0.4)',
    'rgba(100, 100, 100, 0.4)',
    'rgba(111, 195, 223, 0.6)',
    'rgba(15, 74, 133, 0.4)',
  ],
  '--vscode-scrollbarSlider-hoverBackground': [
    'rgba(100, 100, 100, 0.7)',
    'rgba(100, 100, 100, 0.7)',
    'rgba(111, 195, 223, 0.8)',
    'rgba(15, 74, 133, 0.8)',
  ],
  '--vscode-textBlockQuote-background': ['#2b2b2b', '#f8f8f8', undefined, '#f2f2f2'],
  '--vscode-textBlockQuote-border': ['#616161', '#e5e5e5', '#ffffff', '#292929'],
  '--vscode-textCodeBlock-background': ['#2b2b2b', '#f8f8f8', '#000000', '#f2f2f2'],
  '--vscode-textLink-activeForeground': ['#4daafc', '#005fb8', '#21a6ff', '#0f4a85'],
  '--vscode-textLink-foreground': ['#4daafc', '#005fb8', '#21a6ff', '#0f4a85'],
  '--vscode-textPreformat-background': ['#3c3c3c', 'rgba(0, 0, 0, 0.12)', undefined, '#09345f'],
  '--vscode-textPreformat-foreground': ['#d0d0d0', '#3b3b3b', '#ffffff', '#ffffff'],
  '--vscode-toolbar-hoverBackground': [
    'rgba(90, 93, 94, 0.31)',
    'rgba(184, 184, 184, 0.31)',
    undefined,
    undefined,
  ],
  '--vscode-widget-border': ['#313131', '#e5e5e5', '#6fc3df', '#0f4a85'],
  '--vscode-widget-shadow': ['rgba(0, 0, 0, 0.36)', 'rgba(0, 0, 0, 0.16)', undefined, undefined],
};

/** The class of the body, and the variables, by name of a theme. */
export const THEMES = Object.fromEntries(
  Object.entries(KINDS).map(([name, kind], index) => {
    const values = Object.entries(VARIABLES).map(([variable, of]) => [
      variable,
      of.length === 1 ? of[0] : of[index],
    ]);
    return [name, { kind, variables: values }];
  }),
);

export const DEFAULT_STYLES = `
@layer vscode-default {
  html {
    scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background);
  }

  body {
    overscroll-behavior-x: none;
    background-color: transparent;
    color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family);
    font-weight: var(--vscode-font-weight);
    font-size: var(--vscode-font-size);
    margin: 0;
    padding: 0 20px;
  }

  img, video {
    max-width: 100%;
    max-height: 100%;
  }

  a, a code {
    color: var(--vscode-textLink-foreground);
  }

  p > a {
    text-decoration: var(--text-link-decoration);
  }

  a:hover {
    color: var(--vscode-textLink-activeForeground);
  }

  a:focus,
  input:focus,
  select:focus,
  textarea:focus {
    outline: 1px solid -webkit-focus-ring-color;
    outline-offset: -1px;
  }

  code {
    font-family: var(--monaco-monospace-font);
    color: var(--vscode-textPreformat-foreground);
    background-color: var(--vscode-textPreformat-background);
    padding: 1px 3px;
    border-radius: 4px;
  }

  pre code {
    padding: 0;
  }

  blockquote {
    background: var(--vscode-textBlockQuote-background);
    border-color: var(--vscode-textBlockQuote-border);
  }

  kbd {
    background-color: var(--vscode-keybindingLabel-background);
    color: var(--vscode-keybindingLabel-foreground);
    border-style: solid;
    border-width: 1px;
    border-radius: 3px;
    border-color: var(--vscode-keybindingLabel-border);
    border-bottom-color: var(--vscode-keybindingLabel-bottomBorder);
    box-shadow: inset 0 -1px 0 var(--vscode-widget-shadow);
    vertical-align: middle;
    padding: 1px 3px;
  }

  ::-webkit-scrollbar {
    width: 10px;
    height: 10px;
  }

  ::-webkit-scrollbar-corner {
    background-color: var(--vscode-editor-background);
  }

  ::-webkit-scrollbar-thumb {
    background-color: var(--vscode-scrollbarSlider-background);
  }
  ::-webkit-scrollbar-thumb:hover {
    background-color: var(--vscode-scrollbarSlider-hoverBackground);
  }
  ::-webkit-scrollbar-thumb:active {
    background-color: var(--vscode-scrollbarSlider-activeBackground);
  }
  ::highlight(find-highlight) {
    background-color: var(--vscode-editor-findMatchHighlightBackground);
  }
  ::highlight(current-find-highlight) {
    background-color: var(--vscode-editor-findMatchBackground);
  }
}
`;
