import type { Entries } from '@/lib/error-entry'

export const listRefusals = {
  saved_views_full: { status: 409, message: 'You have 20 saved views of this list. Delete one first.' },
  unknown_parameter: {
    status: 400,
    message: 'Unknown parameter <parameter>',
    meaning: 'The list has no such filter. If it were ignored, the list would show more than was asked for.',
  },
  repeated_parameter: {
    status: 400,
    message: '<parameter> is given more than once',
    meaning: 'Each parameter can be given once.',
  },
  invalid_parameter: {
    status: 400,
    message: '<parameter> must be <expected>',
    meaning: 'The value of a filter has another format, or is empty.',
  },
  invalid_limit: {
    status: 400,
    message: 'limit must be a whole number from 1 to 100',
    meaning: 'Any other value.',
  },
  invalid_cursor: {
    status: 400,
    message: 'Invalid cursor',
    meaning:
      '`after` is not a `next_cursor` of this list with the same filters. Start again without `after`.',
  },
} as const satisfies Entries
