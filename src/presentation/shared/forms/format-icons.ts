import { t } from '../../../base/localize';
import { type Html, html } from '../html';

export const ATTACH_ICON = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M13 7.2L8 12.2a3.2 3.2 0 0 1-4.5-4.5l5.3-5.3a2.1 2.1 0 0 1 3 3L6.6 10.6a1 1 0 0 1-1.5-1.5L9.8 4.5"></path>
</svg>`;

/** The buttons that insert Markdown. `format` is the name that the script of the page knows. */
export const FORMATS: readonly {
  readonly format: string;
  readonly title: () => string;
  readonly icon: Html;
}[] = [
  {
    format: 'bold',
    title: () => t('Bold'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4.5 2.5h4a2.6 2.6 0 0 1 0 5.2h-4zM4.5 7.7h4.7a2.9 2.9 0 0 1 0 5.8h-4.7z"></path>
    </svg>`,
  },
  {
    format: 'italic',
    title: () => t('Italic'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M7 2.5h5M4 13.5h5M9.6 2.5l-3.2 11"></path>
    </svg>`,
  },
  {
    format: 'quote',
    title: () => t('Quote'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2.5 3v10M6 4.5h8M6 8h8M6 11.5h5"></path>
    </svg>`,
  },
  {
    format: 'code',
    title: () => t('Code'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M5 4L1.5 8L5 12M11 4l3.5 4L11 12"></path>
    </svg>`,
  },
  {
    format: 'link',
    title: () => t('Link'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d="M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-1 1M9.3 6.7a2.6 2.6 0 0 0-3.7 0L3.3 9a2.6 2.6 0 0 0 3.7 3.7l1-1"
      ></path>
    </svg>`,
  },
  {
    format: 'list',
    title: () => t('Bulleted List'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2.5 4h.01M2.5 8h.01M2.5 12h.01M6 4h8M6 8h8M6 12h8"></path>
    </svg>`,
  },
  {
    format: 'task',
    title: () => t('Task List'),
    icon: html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1.5 4l1.2 1.2L5 2.8M1.5 11l1.2 1.2L5 9.8M8 4h6.5M8 11h6.5"></path>
    </svg>`,
  },
];
