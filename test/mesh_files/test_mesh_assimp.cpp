// Every mesh of the corpus, and small ones of our own, beside assimp.
//
// Compared are the number of triangles, the bounds, surface area, volume, the mean color over the
// surface and the names of the pictures. Deliberate differences:
//   - where a file gives no color there is none here; assimp invents a gray
//   - the colors that some programs hide in binary STL (two rival ways) are not read
//   - COLLADA's up axis is not applied by default, nor glTF turned to z-up here: assimp is asked to
//     ignore the one and does not do the other
//   - a picture that a COLLADA file names but does not describe is none; assimp invents a JPEG
//   - triangles with two equal corners are dropped by default and kept here, as assimp does
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

extern "C" {
#include "harness.h"
#include "limb/mesh.h"
}

namespace fs = std::filesystem;

namespace
{

struct measure {
    long triangles = 0;
    double lower[3] = {1e300, 1e300, 1e300};
    double upper[3] = {-1e300, -1e300, -1e300};
    double area = 0;
    double volume = 0;           // about the middle of the bounds, so computed last
    double color[3] = {0, 0, 0}; // times area
    bool all_colored = true;     // every part has a material
    std::set<std::string> textures;
    std::vector<aiVector3t<double>> points; // three per triangle
};

void add_triangle(measure &m, const aiVector3t<double> p[3], const double color[3])
{
    m.triangles++;
    for (int i = 0; i < 3; i++) {
        for (unsigned k = 0; k < 3; k++) {
            m.lower[k] = std::min(m.lower[k], p[i][k]);
            m.upper[k] = std::max(m.upper[k], p[i][k]);
        }
        m.points.push_back(p[i]);
    }
    const double area = ((p[1] - p[0]) ^ (p[2] - p[0])).Length() / 2;
    m.area += area;
    for (int k = 0; k < 3; k++)
        m.color[k] += area * color[k];
}

void finish(measure &m)
{
    const aiVector3t<double> middle((m.lower[0] + m.upper[0]) / 2, (m.lower[1] + m.upper[1]) / 2,
                                    (m.lower[2] + m.upper[2]) / 2);
    for (size_t i = 0; i + 2 < m.points.size(); i += 3)
        m.volume +=
            ((m.points[i] - middle) * ((m.points[i + 1] - middle) ^ (m.points[i + 2] - middle))) /
            6;
}

std::string base_name(const std::string &path)
{
    const size_t slash = path.find_last_of("/\\");
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

void walk(const aiScene *scene, const aiNode *node, aiMatrix4x4t<double> parent, measure &m)
{
    aiMatrix4x4t<double> local;
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < 4; k++)
            local[i][k] = static_cast<double>(node->mTransformation[i][k]);
    }
    const aiMatrix4x4t<double> placed = parent * local;
    const bool mirrored = placed.Determinant() < 0;
    for (unsigned n = 0; n < node->mNumMeshes; n++) {
        const aiMesh *mesh = scene->mMeshes[node->mMeshes[n]];
        const aiMaterial *material = scene->mMaterials[mesh->mMaterialIndex];
        aiColor4D diffuse(1, 1, 1, 1);
        material->Get(AI_MATKEY_COLOR_DIFFUSE, diffuse);
        aiString texture;
        const bool textured =
            material->GetTexture(aiTextureType_DIFFUSE, 0, &texture) == aiReturn_SUCCESS;
        const double color[3] = {static_cast<double>(diffuse.r), static_cast<double>(diffuse.g),
                                 static_cast<double>(diffuse.b)};
        bool used = false;
        for (unsigned f = 0; f < mesh->mNumFaces; f++) {
            const aiFace &face = mesh->mFaces[f];
            if (face.mNumIndices != 3) continue;
            aiVector3t<double> p[3];
            for (unsigned i = 0; i < 3; i++) {
                const aiVector3D &v = mesh->mVertices[face.mIndices[mirrored && i ? 3 - i : i]];
                p[i] =
                    placed * aiVector3t<double>(static_cast<double>(v.x), static_cast<double>(v.y),
                                                static_cast<double>(v.z));
            }
            add_triangle(m, p, color);
            used = true;
        }
        if (textured && used)
            m.textures.insert(texture.C_Str()[0] == '*' ? "*" : base_name(texture.C_Str()));
    }
    for (unsigned i = 0; i < node->mNumChildren; i++)
        walk(scene, node->mChildren[i], placed, m);
}

// assimp's invention for a COLLADA image that is not described: its id and ".jpg", no such file
void drop_invented(const std::string &path, measure &m)
{
    for (auto name = m.textures.begin(); name != m.textures.end();) {
        const fs::path picture(*name);
        const bool invented = fs::path(path).extension() == ".dae" &&
                              picture.extension() == ".jpg" &&
                              picture.stem() == fs::path(path).stem() &&
                              !fs::exists(fs::path(path).parent_path() / picture);
        name = invented ? m.textures.erase(name) : std::next(name);
    }
}

bool measure_assimp(const std::string &path, measure &m)
{
    Assimp::Importer importer;
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    const aiScene *scene =
        importer.ReadFile(path, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
    if (!scene || !scene->mRootNode) return false;
    walk(scene, scene->mRootNode, aiMatrix4x4t<double>(), m);
    drop_invented(path, m);
    finish(m);
    return true;
}

double linear(double display)
{
    return display <= 0.04045 ? display / 12.92 : std::pow((display + 0.055) / 1.055, 2.4);
}

bool measure_limb(const std::string &path, measure &m)
{
    limb_mesh_opts opts;
    std::memset(&opts, 0, sizeof opts);
    opts.keep_degenerate = true;
    limb_mesh *mesh;
    if (limb_mesh_load(&mesh, path.c_str(), &opts) != LIMB_OK) return false;
    const bool is_linear =
        mesh->format == LIMB_MESH_FORMAT_GLTF || mesh->format == LIMB_MESH_FORMAT_GLB;
    for (int i = 0; i < mesh->npart; i++) {
        const limb_mesh_part &part = mesh->part[i];
        double color[3] = {1, 1, 1};
        if (part.material < 0) {
            m.all_colored = false;
        } else {
            const limb_mesh_material &material = mesh->material[part.material];
            for (int k = 0; k < 3; k++) {
                const double value = static_cast<double>(material.rgba[k]);
                color[k] = is_linear ? linear(value) : value;
            }
            if (material.has_texture)
                m.textures.insert(material.texture.bytes ? "*" : base_name(material.texture.path));
        }
        for (int t = part.first; t < part.first + part.count; t++) {
            aiVector3t<double> p[3];
            for (int k = 0; k < 3; k++) {
                const float *v = mesh->position + 3 * mesh->index[3 * t + k];
                p[k] = aiVector3t<double>(static_cast<double>(v[0]), static_cast<double>(v[1]),
                                          static_cast<double>(v[2]));
            }
            add_triangle(m, p, color);
        }
    }
    finish(m);
    limb_mesh_free(mesh);
    return true;
}

bool near(double a, double b, double scale)
{
    return std::fabs(a - b) <= 1e-5 * scale;
}

// What differs, in words; empty: nothing.
std::string compare(const measure &a, const measure &b)
{
    char text[200];
    if (a.triangles != b.triangles) {
        std::snprintf(text, sizeof text, "%ld triangles, assimp %ld", a.triangles, b.triangles);
        return text;
    }
    if (a.triangles == 0) return "";
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = std::max(size, b.upper[k] - b.lower[k]);
    for (int k = 0; k < 3; k++) {
        if (!near(a.lower[k], b.lower[k], size) || !near(a.upper[k], b.upper[k], size))
            return "bounds";
    }
    if (!near(a.area, b.area, b.area)) {
        std::snprintf(text, sizeof text, "area %.9g, assimp %.9g", a.area, b.area);
        return text;
    }
    // an open or thin mesh has next to none: relative to what its surface could enclose
    const double enclosed = std::max(std::fabs(b.volume), 1e-3 * b.area * size);
    if (!near(a.volume, b.volume, enclosed)) {
        std::snprintf(text, sizeof text, "volume %.9g, assimp %.9g", a.volume, b.volume);
        return text;
    }
    for (int k = 0; k < 3 && a.all_colored; k++) {
        if (std::fabs(a.color[k] - b.color[k]) > 1e-4 * b.area) {
            std::snprintf(text, sizeof text, "mean color %.4f %.4f %.4f, assimp %.4f %.4f %.4f",
                          a.color[0] / a.area, a.color[1] / a.area, a.color[2] / a.area,
                          b.color[0] / b.area, b.color[1] / b.area, b.color[2] / b.area);
            return text;
        }
    }
    if (a.textures != b.textures) {
        std::string names;
        for (const std::string &name : a.textures)
            names += " " + name;
        names += ", assimp";
        for (const std::string &name : b.textures)
            names += " " + name;
        return "pictures" + names;
    }
    return "";
}

std::vector<std::string> corpus_meshes()
{
    static const char *const ending[] = {".stl", ".obj", ".dae", ".gltf", ".glb", ".ply"};
    std::vector<std::string> found;
    const char *corpus = limb_test_corpus();
    if (!corpus) return found;
    for (const auto &entry : fs::recursive_directory_iterator(std::string(corpus) + "/robots")) {
        std::string end = entry.path().extension().string();
        std::transform(end.begin(), end.end(), end.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        for (const char *known : ending) {
            if (end == known) found.push_back(entry.path().string());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

TEST(the_corpus_agrees_with_assimp)
{
    int same = 0, colored = 0, textured = 0, wrong = 0;
    for (const std::string &path : corpus_meshes()) {
        measure ours, theirs;
        const bool loaded = measure_limb(path, ours);
        const bool read = measure_assimp(path, theirs);
        std::string what;
        if (!loaded)
            what = read ? "not loaded, assimp loads it" : "not loaded, nor by assimp";
        else if (!read)
            what = "loaded, assimp refuses it";
        else
            what = compare(ours, theirs);
        if (what.empty()) {
            same++;
            colored += ours.all_colored;
            textured += !ours.textures.empty();
        } else {
            wrong++;
            std::printf("%s: %s\n", path.c_str(), what.c_str());
        }
    }
    std::printf("corpus: %d files agree, %d of them in color, %d with pictures; %d differ\n", same,
                colored, textured, wrong);
    ENSURE(wrong == 0);
    if (limb_test_corpus()) ENSURE(same > 500 && colored > 100 && textured > 10);
}

// The same for files of our own, so that something is compared without the corpus.
TEST(our_own_files_agree_with_assimp)
{
    static const struct {
        const char *name;
        const char *text;
    } file[] = {
        {"own.obj",
         "mtllib own.mtl\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 1.5 1.75 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\n"
         "usemtl red\nf 1 2 3 4 5 6\nf 1 2 7\nusemtl pic\nf -1 -2 -3\n"},
        {"own.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1e-1 0 0\n"
                    "vertex 0 2.5E0 .5\nendloop\nendfacet\nendsolid a\n"},
        {"own.ply",
         "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
         "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
         "0 0 0\n1 0 0\n1 1 0\n0 1 0.25\n4 0 1 2 3\n"},
        {"own.dae",
         "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
         "version=\"1.4.1\"><asset><unit meter=\"0.5\"/><up_axis>Y_UP</up_axis></asset>"
         "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" "
         "count=\"15\">0 0 0 1 0 0 1 1 0 0 1 0 0 0 1</float_array><technique_common><accessor "
         "source=\"#a\" count=\"5\" stride=\"3\"><param name=\"X\" type=\"float\"/><param "
         "name=\"Y\" "
         "type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
         "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
         "<polylist count=\"2\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>4 3"
         "</vcount><p>0 1 2 3 0 1 4</p></polylist></mesh></geometry></library_geometries>"
         "<library_visual_scenes><visual_scene id=\"s\"><node id=\"n\"><translate>1 2 3</translate>"
         "<rotate>0 0 1 90</rotate><scale>-1 2 1</scale><instance_geometry url=\"#g\"/><node "
         "id=\"m\">"
         "<matrix>1 0 0 5 0 0 -1 0 0 1 0 0 0 0 0 1</matrix><instance_geometry "
         "url=\"#g\"/></node></node>"
         "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene>"
         "</COLLADA>"}};
    const fs::path folder = fs::path(LIMB_BINARY_DIR) / "assimp_own";
    fs::create_directories(folder);
    FILE *library = std::fopen((folder / "own.mtl").c_str(), "w");
    std::fputs("newmtl red\nKd 0.8 0.1 0.2\nnewmtl pic\nKd 1 1 1\nmap_Kd a picture.png\n", library);
    std::fclose(library);
    for (const auto &own : file) {
        const std::string path = (folder / own.name).string();
        FILE *out = std::fopen(path.c_str(), "w");
        ENSURE(out != nullptr);
        std::fputs(own.text, out);
        std::fclose(out);
        measure ours, theirs;
        ENSURE(measure_limb(path, ours));
        ENSURE(measure_assimp(path, theirs));
        ENSURE(ours.triangles > 0);
        ENSURE_TEXT(compare(ours, theirs).c_str(), "");
    }
}
