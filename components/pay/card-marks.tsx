import type { ReactNode } from 'react'

/** The mark of a brand of cards. */
type CardMark = { name: string; picture: ReactNode }

const frame = (children: ReactNode) => (
  // Text in a right-to-left page would run the other way, out of the frame.
  <svg viewBox="0 0 34 22" direction="ltr" aria-hidden="true" className="h-5.5 w-8.5">
    <rect x="0.5" y="0.5" width="33" height="21" rx="3.5" fill="#fff" stroke="#d6d6d2" />
    {children}
  </svg>
)

/** Drawn on the server, so that the buyer's browser loads no script for them. */
export const CARD_MARKS: CardMark[] = [
  {
    name: 'Visa',
    picture: frame(
      <path
        fill="#1434cb"
        d="m14.7 7.4-3.2 7.4H9.4L7.8 8.9c-.1-.4-.2-.5-.5-.7-.5-.2-1.2-.5-1.9-.6l.1-.2h3.3c.4 0 .8.3.9.8l.8 4.3 2-5.1zm8.1 5c0-2-2.7-2.1-2.7-3 0-.3.3-.6.9-.6.7-.1 1.3.1 1.9.3l.3-1.6a5 5 0 0 0-1.8-.3c-1.9 0-3.3 1-3.3 2.5 0 1.1 1 1.7 1.7 2 .8.4 1 .6 1 1 0 .5-.6.7-1.1.7-1 0-1.5-.2-2.3-.5l-.4 1.6c.6.2 1.5.5 2.5.5 2 0 3.3-1 3.3-2.6m5.1 2.4h1.8l-1.6-7.4h-1.6c-.4 0-.7.2-.8.6l-2.9 6.8h2l.4-1.1h2.5zm-2.2-2.7 1-2.8.6 2.8zm-8.2-4.7-1.6 7.4H14l1.6-7.4z"
      />,
    ),
  },
  {
    name: 'Mastercard',
    picture: frame(
      <>
        <circle cx="13.6" cy="11" r="6" fill="#eb001b" />
        <circle cx="20.4" cy="11" r="6" fill="#f79e1b" />
        <path fill="#ff5f00" d="M17 6.06a6 6 0 0 1 0 9.88 6 6 0 0 1 0-9.88" />
      </>,
    ),
  },
  {
    name: 'American Express',
    picture: frame(
      <>
        <rect x="3" y="4" width="28" height="14" rx="2" fill="#016fd0" />
        <text
          x="17"
          y="13.8"
          textAnchor="middle"
          textLength="23"
          lengthAdjust="spacingAndGlyphs"
          fill="#fff"
          fontSize="8"
          fontWeight="700"
        >
          AMEX
        </text>
      </>,
    ),
  },
  {
    name: 'Discover',
    picture: frame(
      <>
        <path fill="#f58220" d="M33.5 12.5V18a3.5 3.5 0 0 1-3.5 3.5H12.5c9-.8 16.5-3.9 21-9" />
        <text
          x="3.5"
          y="11.5"
          textLength="27"
          lengthAdjust="spacingAndGlyphs"
          fill="#231f20"
          fontSize="6"
          fontWeight="700"
        >
          DISCOVER
        </text>
      </>,
    ),
  },
]
