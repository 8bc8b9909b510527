-- SAML 2.0 as the second protocol of a practice's connection to its identity provider. The rights stay as they are:
-- practices read and write the whole row, and SCIM's keys the columns that they are granted by name.
ALTER TABLE "sign_in_connections" ALTER COLUMN "client_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ALTER COLUMN "secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD COLUMN "protocol" text DEFAULT 'oidc' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD COLUMN "sign_in_address" text;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD COLUMN "certificates" jsonb;--> statement-breakpoint
ALTER TABLE "sign_in_connections" ADD CONSTRAINT "sign_in_connections_protocol" CHECK (case protocol
        when 'oidc' then client_id is not null and secret is not null and sign_in_address is null and certificates is null
        when 'saml' then client_id is null and secret is null and sign_in_address is not null
          and coalesce(jsonb_array_length(certificates), 0) > 0
        else false end);