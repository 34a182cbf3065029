-- Creates the role of web and worker, which owns nothing, when the database is new: compose.yaml gives this to PostgreSQL's image.
\getenv password SERVICE_PASSWORD
CREATE ROLE counterfoil_service LOGIN PASSWORD :'password';
