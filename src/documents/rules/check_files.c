// The files named by a robot: every mesh and texture must exist.
#include "limb/check.h"

#include "base/names.h"
#include "base/text.h"
#include "documents/packages/uri.h"
#include "documents/urdf/urdf.h"
#include "documents/xml/places.h"

#include <assert.h>
#include <string.h>

enum { MAX_NOTES = 4 };

typedef struct checker {
    const limb_document *doc;
    limb__xml_places places;
    limb_resolver *resolver;
    limb_report *report;
    limb__arena arena;
    limb__names known; // maps URIs to resolutions
    limb_resolution *resolution;
    int nresolution;
} checker;

static int count_uris(const limb_robot *robot);
static limb_status check_geom(checker *c, const limb_link_shape *geom);
static limb_status check_material(checker *c, const limb_material *material);
static limb_status check_uri(checker *c, int node, const char *uri);
static limb_status resolve_once(checker *c, const char *uri, const limb_resolution **out);
static void say(checker *c, int node, int attr, const char *uri, const limb_resolution *found);
static bool is_network(const char *uri);
static void explain(checker *c, int attr, const limb_resolution *found);

limb_status limb_robot_check_files(const limb_robot *robot, limb_resolver *resolver,
                                   limb_report *report)
{
    assert(robot && resolver);
    checker c = {.doc = &limb__robot_of(robot)->document, .resolver = resolver, .report = report};
    limb__xml_places_init(&c.places, c.doc);
    limb__arena_init(&c.arena, resolver->memory, 0);
    const int max = count_uris(robot);
    c.resolution = LIMB__ARENA_ARRAY(&c.arena, limb_resolution, max);
    limb_status status =
        c.resolution && limb__names_init(&c.known, &c.arena, max) ? LIMB_OK : LIMB_ERROR_MEMORY;
    for (int i = 0; i < robot->nmaterial && status == LIMB_OK; i++)
        status = check_material(&c, &robot->material[i]);
    for (int i = 0; i < robot->nlink && status == LIMB_OK; i++) {
        const limb_link *link = &robot->link[i];
        for (int k = 0; k < link->nvisual && status == LIMB_OK; k++)
            status = check_geom(&c, &link->visual[k]);
        for (int k = 0; k < link->ncollision && status == LIMB_OK; k++)
            status = check_geom(&c, &link->collision[k]);
    }
    limb__arena_free(&c.arena);
    limb__xml_places_free(&c.places);
    return report && report->nlost > 0 ? LIMB_ERROR_MEMORY : status;
}

// Returns an upper bound.
static int count_uris(const limb_robot *robot)
{
    int count = robot->nmaterial;
    for (int i = 0; i < robot->nlink; i++)
        count += 2 * robot->link[i].nvisual + 2 * robot->link[i].ncollision;
    return count;
}

static limb_status check_geom(checker *c, const limb_link_shape *geom)
{
    const limb_shape *shape = &geom->geometry;
    limb_status status = LIMB_OK;
    // limb_robot_check reports malformed addresses
    if (shape->type == LIMB_SHAPE_MESH && shape->filename &&
        !limb__uri_form_of(shape->filename).is_broken)
        status = check_uri(c, shape->node, shape->filename);
    if (status == LIMB_OK && geom->inline_material)
        status = check_material(c, geom->inline_material);
    return status;
}

static limb_status check_material(checker *c, const limb_material *material)
{
    if (!material->texture || limb__has_substitution(material->texture, strlen(material->texture)))
        return LIMB_OK;
    const int node = limb_node_find(c->doc, material->node, "texture");
    return node >= 0 ? check_uri(c, node, material->texture) : LIMB_OK;
}

static limb_status check_uri(checker *c, int node, const char *uri)
{
    const limb_resolution *found;
    const limb_status status = resolve_once(c, uri, &found);
    const int attr = limb__xml_find_attr(c->doc, node, "filename");
    if (status == LIMB_OK && attr >= 0) say(c, node, attr, uri, found);
    return status;
}

static limb_status resolve_once(checker *c, const char *uri, const limb_resolution **out)
{
    const int known = limb__names_add(&c->known, uri, strlen(uri), c->nresolution);
    if (known >= 0) {
        *out = &c->resolution[known];
        return LIMB_OK;
    }
    limb_resolution *fresh = &c->resolution[c->nresolution++];
    *out = fresh;
    return limb_resolve(c->resolver, uri, fresh);
}

static void say(checker *c, int node, int attr, const char *uri, const limb_resolution *found)
{
    limb_report *report = c->report;
    const limb__place at = limb__xml_at_value(&c->places, node, attr);
    switch (found->result) {
    case LIMB_RESOLVE_REMOTE:
        if (is_network(uri))
            limb__report(report, at, LIMB_RULE_MESH_REMOTE,
                         "\"%.200s\" is on the network and is not fetched", uri);
        else
            limb__report(report, at, LIMB_RULE_MESH_URI, "\"%.200s\" has an unknown URI scheme",
                         uri);
        return;
    case LIMB_RESOLVE_OUTSIDE:
        limb__report(report, at, LIMB_RULE_MESH_OUTSIDE, "\"%.200s\" points outside its package",
                     uri);
        return;
    case LIMB_RESOLVE_MALFORMED:
        limb__report(report, at, LIMB_RULE_MESH_URI, "\"%.200s\" does not name a file", uri);
        return;
    case LIMB_RESOLVE_NO_PACKAGE:
        limb__report(report, at, LIMB_RULE_MESH_NOT_FOUND,
                     "package \"%.100s\" was not found, so \"%.200s\" cannot be resolved",
                     found->package, uri);
        break;
    case LIMB_RESOLVE_MISSING:
        if (found->near_differs_in_case)
            limb__report(report, at, LIMB_RULE_MESH_CASE,
                         "\"%.200s\" names a file only when letter case is ignored", uri);
        else
            limb__report(report, at, LIMB_RULE_MESH_NOT_FOUND, "\"%.200s\" was not found", uri);
        break;
    case LIMB_RESOLVE_NOT_A_FILE:
        limb__report(report, at, LIMB_RULE_MESH_NOT_FOUND, "\"%.200s\" is not a regular file", uri);
        break;
    case LIMB_RESOLVE_FOUND:
        if (found->is_guess)
            limb__report(report, at, LIMB_RULE_MESH_URI,
                         "\"%.200s\" was found only by searching nearby folders: %s", uri,
                         found->step[found->nstep - 1].why);
        return;
    }
    explain(c, attr, found);
}

static bool is_network(const char *uri)
{
    return strncmp(uri, "http://", 7) == 0 || strncmp(uri, "https://", 8) == 0 ||
           strncmp(uri, "ftp://", 6) == 0;
}

// Adds the searched places as notes, the similar file as fix or note.
static void explain(checker *c, int attr, const limb_resolution *found)
{
    const limb__xml_attr *value = &c->doc->attr[attr];
    const limb__place at = limb__place_text(&c->places.source, value->value, value->value_size);
    int nnote = 0;
    for (int i = 0; i < found->nstep && nnote < MAX_NOTES; i++) {
        if (found->step[i].is_guess) continue;
        limb__report_note(c->report, at, "tried %.300s: %s", found->step[i].path,
                          found->step[i].why);
        nnote++;
    }
    for (int i = 0; i < found->nsuggestion; i++)
        limb__report_note(c->report, at, "\"%.300s\" exists", found->suggestion[i].uri);
    // text that XML would have to escape is not offered as a fix
    if (found->near_is_certain && found->near_uri && !strpbrk(found->near_uri, "&<>\"'"))
        limb__report_fix(c->report, at, "use the file that exists", found->near_uri);
}
