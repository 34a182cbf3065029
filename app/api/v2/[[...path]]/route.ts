import { notFound } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = notFound
