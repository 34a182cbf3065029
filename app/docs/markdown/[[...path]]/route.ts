import { answerMarkdown } from '@/app/docs/text-answers'

export const GET = answerMarkdown
