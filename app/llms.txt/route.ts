import { answerLlmsText } from '@/app/docs/text-answers'

export const dynamic = 'force-dynamic'

export const GET = answerLlmsText
