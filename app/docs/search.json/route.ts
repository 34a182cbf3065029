import { answerSearchIndex } from '@/app/docs/text-answers'

export const dynamic = 'force-dynamic'

export const GET = answerSearchIndex
