CREATE TABLE "root_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"wrapped_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "root_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "instances" ADD COLUMN "readable_marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE POLICY "app" ON "root_keys" AS PERMISSIVE FOR ALL TO "candour_app" USING (true) WITH CHECK (true);